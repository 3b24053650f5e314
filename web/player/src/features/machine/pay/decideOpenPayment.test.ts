import { describe, expect, it } from 'vitest'
import type { MyMachine } from '../contract'
import { decideOpenPayment, openPaymentOf } from './decideOpenPayment'

const machine = (minerNo: string, phase: string, intentNo: string) =>
  ({ minerNo, phase, intentNo, product: { id: 'machineSmall', name: 'Small machine' } }) as MyMachine
const waiting = [machine('A', 'cooling', ''), machine('B', 'payment', 'I1'), machine('C', 'payment', 'I1')]

describe('the open payment', () => {
  it('is the one some machines wait for', () => {
    expect(openPaymentOf(waiting)).toEqual({ intentNo: 'I1', minerNo: 'B', count: 2, productId: 'machineSmall', name: 'Small machine' })
    expect(openPaymentOf([machine('A', 'cooling', 'I1')])).toBeNull()
  })

  it.each([
    ['kept from an earlier visit, being asked anew', 999, true, null, true],
    ['kept from an earlier visit, and nobody answers', 999, false, null, false],
    ['never known, being asked', 0, true, null, true],
    ['answered since the screen opened', 1_000, false, 'I1', false],
    ['answered since the screen opened, being asked again', 1_001, true, 'I1', false],
  ])('%s', (_, atMs, isAsking, intentNo, isPending) => {
    const decided = decideOpenPayment({ list: waiting, atMs, isAsking }, 1_000)
    expect([decided.payment?.intentNo ?? null, decided.isPending]).toEqual([intentNo, isPending])
  })
})
