import { afterEach, expect, it, vi } from 'vitest'
import { exchange } from './envelope'

afterEach(() => {
  vi.useRealTimers()
})

it('gives a call up after a minute, and not before', async () => {
  vi.useFakeTimers()
  const send = (signal: AbortSignal) => new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  const ended = vi.fn()
  void exchange({ path: '/api/main/home', send }).catch(ended)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(ended.mock.calls).toEqual([[expect.objectContaining({ reason: 'timeout' })]])
})
