import { expect, it, vi } from 'vitest'
import { askOnce, watchAsking } from './askOnce'
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

it('is wanted as long as somebody watches, also another one than who asked', async () => {
  const nothing = () => undefined
  let isWanted = () => false
  let answer: (outcome: SendOutcome) => void = nothing
  const leave = watchAsking('D', nothing)
  const sent = askOnce('D', (wanted) => ((isWanted = wanted), new Promise((resolve) => (answer = resolve))))
  expect(isWanted()).toBe(true)
  leave()
  expect(isWanted()).toBe(false)
  const heard = vi.fn()
  const leaveAgain = watchAsking('D', heard)
  watchAsking('E', nothing)
  expect(isWanted()).toBe(true)
  answer({ kind: 'refused' })
  await sent
  expect(heard).toHaveBeenCalledOnce()
  leaveAgain()
  expect(isWanted()).toBe(false)
})
