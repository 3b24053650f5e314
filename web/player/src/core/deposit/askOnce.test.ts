import { expect, it, vi } from 'vitest'
import { askOnce } from './askOnce'
import type { SendOutcome } from './sendFromWallet'

it('asks the wallet once until it has answered, and for each by itself', async () => {
  const answers: ((outcome: SendOutcome) => void)[] = []
  const ask = vi.fn(() => new Promise<SendOutcome>((resolve) => answers.push(resolve)))
  const first = askOnce('A', ask)
  expect(askOnce('A', ask)).toBe(first)
  void askOnce('B', ask)
  expect(ask).toHaveBeenCalledTimes(2)
  answers[0]!({ kind: 'refused' })
  expect(await first).toEqual({ kind: 'refused' })
  void askOnce('A', ask)
  expect(ask).toHaveBeenCalledTimes(3)
})

it('asks anew after a fault', async () => {
  const ask = vi.fn(() => Promise.reject<SendOutcome>(new Error('no line')))
  await expect(askOnce('C', ask)).rejects.toThrow('no line')
  await expect(askOnce('C', ask)).rejects.toThrow('no line')
  expect(ask).toHaveBeenCalledTimes(2)
})
