import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepOnDevice } from './persist'

const device = vi.hoisted(() => new Map<string, unknown>())
vi.mock('idb-keyval', () => ({
  get: async (key: string) => device.get(key),
  set: async (key: string, value: unknown) => void device.set(key, value),
  del: async (key: string) => void device.delete(key),
  keys: async () => [...device.keys()],
}))

const dayMs = 24 * 60 * 60 * 1000

beforeEach(() => {
  vi.useFakeTimers()
  device.clear()
})

afterEach(() => vi.useRealTimers())

/** A page that was open long enough to keep its answers. */
async function keepPrice(price: string): Promise<void> {
  const before = new QueryClient()
  before.setQueryData(['price'], price)
  const stop = keepOnDevice(before, 'answers', dayMs)
  await vi.advanceTimersByTimeAsync(3_000)
  stop()
}

it('shows what the device kept and asks for it anew, however young it is', async () => {
  await keepPrice('105')
  const answers = new QueryClient({ defaultOptions: { queries: { staleTime: 15_000 } } })
  keepOnDevice(answers, 'answers', dayMs)
  await vi.advanceTimersByTimeAsync(1)
  expect(answers.getQueryData(['price'])).toBe('105')
  const ask = vi.fn(async () => '101')
  const seen: unknown[] = []
  new QueryObserver(answers, { queryKey: ['price'], queryFn: ask }).subscribe(({ data }) => seen.push(data))
  await vi.advanceTimersByTimeAsync(1)
  expect(ask).toHaveBeenCalledTimes(1)
  expect(seen.at(-1)).toBe('101')
})

it('takes nothing older than it may show', async () => {
  await keepPrice('105')
  await vi.advanceTimersByTimeAsync(dayMs)
  const answers = new QueryClient()
  keepOnDevice(answers, 'answers', dayMs)
  await vi.advanceTimersByTimeAsync(1)
  expect(answers.getQueryData(['price'])).toBeUndefined()
})

it('keeps no progress of a payment: what ended meanwhile would be told twice', async () => {
  const before = new QueryClient()
  before.setQueryData(['/api/pay/status', 'I1'], { state: 'pending' })
  before.setQueryData(['price'], '105')
  const stop = keepOnDevice(before, 'answers', dayMs)
  await vi.advanceTimersByTimeAsync(3_000)
  stop()
  const answers = new QueryClient()
  keepOnDevice(answers, 'answers', dayMs)
  await vi.advanceTimersByTimeAsync(1)
  expect(answers.getQueryData(['price'])).toBe('105')
  expect(answers.getQueryData(['/api/pay/status', 'I1'])).toBeUndefined()
})

it('keeps nothing of a query that says so', async () => {
  const before = new QueryClient()
  await before.fetchQuery({ queryKey: ['verify round', 1], queryFn: () => 'ok', meta: { isKept: false } })
  before.setQueryData(['price'], '105')
  const stop = keepOnDevice(before, 'answers', dayMs)
  await vi.advanceTimersByTimeAsync(3_000)
  stop()
  const answers = new QueryClient()
  keepOnDevice(answers, 'answers', dayMs)
  await vi.advanceTimersByTimeAsync(1)
  expect(answers.getQueryData(['price'])).toBe('105')
  expect(answers.getQueryData(['verify round', 1])).toBeUndefined()
})
