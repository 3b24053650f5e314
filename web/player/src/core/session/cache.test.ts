import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError, TransportError } from '@kit/api/faults'
import { answers, changeAnswers, forgetAnswers, isWorthRetrying, persistAnswers } from './cache'

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

it('what was read before an act does not come in the place of what the act answered', async () => {
  const asked: ((settings: { list: string[] }) => void)[] = []
  const screen = new QueryObserver<{ list: string[] }>(answers, {
    queryKey: ['/api/user/noticeSettings', {}, 'en'],
    queryFn: () => new Promise((answer) => asked.push(answer)),
  })
  const leave = screen.subscribe(() => {})
  const shown = () => screen.getCurrentResult().data?.list
  const say = async (index: number, list: string[]) => {
    asked[index]!({ list })
    await vi.advanceTimersByTimeAsync(1)
  }
  await say(0, ['before'])
  // It is read anew, such as after an event, while the person changes it.
  void screen.refetch()
  changeAnswers<'/api/user/noticeSettings', { list: string[] }>('/api/user/noticeSettings', () => ({ list: ['changed'] }))
  expect(shown()).toEqual(['changed'])
  await say(1, ['before'])
  expect(shown()).toEqual(['changed'])
  await say(2, ['changed, as the server says'])
  expect(shown()).toEqual(['changed, as the server says'])
  // While nothing is read, nothing is asked for besides.
  changeAnswers<'/api/user/noticeSettings', { list: string[] }>('/api/user/noticeSettings', () => ({ list: ['again'] }))
  expect([shown(), asked.length]).toEqual([['again'], 3])
  leave()
})
