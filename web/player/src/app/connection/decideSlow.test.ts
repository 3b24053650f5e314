import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { askAnew, decideSlow, isFirstRead } from './decideSlow'

it.each([
  [0, null],
  [4_999, null],
  [5_000, 'slow'],
  [14_999, 'slow'],
  [15_000, 'retry'],
] as const)('after %i ms of silence: %s', (waitedMs, said) => {
  expect(decideSlow(waitedMs)).toBe(said)
})

it.each([
  ['a read without an answer yet', ['/api/main/home', {}, 'en'], undefined, true],
  ['a read that has an answer and is read anew', ['/api/main/home', {}, 'en'], { list: [] }, false],
  ['a question to the wallet', ['wallet receipt', '0xab'], undefined, false],
  ['a key without a name', [7], undefined, false],
])('%s is waited for: %s', (_, queryKey, data, expected) => {
  expect(isFirstRead({ queryKey, state: { data } })).toBe(expected)
})

it('asks anew for a first read that is under way, and drops the old one', async () => {
  const answers = new QueryClient()
  const signals: AbortSignal[] = []
  const queryFn = ({ signal }: { signal: AbortSignal }) => {
    signals.push(signal)
    return signals.length === 1 ? new Promise<string>(() => undefined) : Promise.resolve('answered')
  }
  const observer = new QueryObserver(answers, { queryKey: ['/api/main/home'], queryFn })
  const stop = observer.subscribe(() => undefined)
  await askAnew(answers)
  expect(observer.getCurrentResult()).toMatchObject({ data: 'answered', fetchStatus: 'idle' })
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  stop()
})
