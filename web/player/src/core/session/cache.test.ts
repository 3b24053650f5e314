import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError, TransportError } from '@kit/api/faults'
import { answers, forgetAnswers, isWorthRetrying, persistAnswers } from './cache'

const device = vi.hoisted(() => new Map<string, unknown>())
vi.mock('idb-keyval', () => ({
  get: async (key: string) => device.get(key),
  set: async (key: string, value: unknown) => void device.set(key, value),
  del: async (key: string) => void device.delete(key),
  keys: async () => [...device.keys()],
}))

beforeEach(() => void vi.useFakeTimers())

/** Whose answers the device keeps, some time after the next answer. */
async function keptAfterAnAnswer(): Promise<string[]> {
  answers.setQueryData(['price'], '105')
  await vi.advanceTimersByTimeAsync(3_000)
  return [...device.keys()]
}

it.each([
  ['a broken line', new TransportError('/api/main/home', 'unreachable'), [true, true, false]],
  ['an answer nobody can read', new TransportError('/api/main/home', 'unreadable'), [true, true, false]],
  ['a minute of silence', new TransportError('/api/main/home', 'timeout'), [false, false, false]],
  ['a refusal', new ApiError('/api/main/home', 1008, 'System error', null), [false, false, false]],
])('%s is asked again as often as it may help', (_, fault, expected) => {
  expect([0, 1, 2].map((failures) => isWorthRetrying(failures, fault))).toEqual(expected)
})

it('nobody’s answers are kept once they left, even where that was wanted twice before its code was there', async () => {
  await Promise.all([persistAnswers('1'), persistAnswers('1')])
  expect(await keptAfterAnAnswer()).toEqual(['etld.answers.1'])
  await forgetAnswers()
  expect(await keptAfterAnAnswer()).toEqual([])
})

it('whoever is followed by another, or leaves, before the code is there has nothing kept', async () => {
  await Promise.all([persistAnswers('1'), persistAnswers('2')])
  expect(await keptAfterAnAnswer()).toEqual(['etld.answers.2'])
  await forgetAnswers()
  const again = persistAnswers('1')
  await forgetAnswers()
  await again
  expect(await keptAfterAnAnswer()).toEqual([])
})

it('whoever leaves without a line, where that code never came, has left all the same', async () => {
  vi.resetModules()
  vi.doMock('./persist', () => {
    throw new Error('no line')
  })
  const page = await import('./cache')
  page.answers.setQueryData(['price'], '105')
  await page.forgetAnswers()
  expect(page.answers.getQueryCache().getAll()).toEqual([])
})
