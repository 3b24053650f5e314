import { describe, expect, it } from 'vitest'
import { decideOpenPayment, openPaymentOf, type Waiting } from './decideOpenPayment'

const machine = (itemNo: string): Waiting => ({ kind: 'machine', itemNo, intentNo: 'I1', productId: 'machineSmall', name: 'Small machine', quantity: 1 })
const node: Waiting = { kind: 'node', itemNo: 'N', intentNo: 'I2', productId: 'nodeKing', name: 'King node', quantity: 1 }
const waiting = [machine('B'), machine('C')]

describe('the open payment', () => {
  it('is the one that something waits for', () => {
    expect(openPaymentOf(waiting)).toEqual({ ...machine('B'), count: 2 })
    expect(openPaymentOf([{ ...node, kind: 'goods', quantity: 3 }])?.count).toBe(3)
    expect(openPaymentOf([])).toBeNull()
  })

  it.each([
    ['kept from an earlier visit, being asked anew', 999, true, null, true],
    ['kept from an earlier visit, and nobody answers', 999, false, null, false],
    ['never known, being asked', 0, true, null, true],
    ['answered since the screen opened', 1_000, false, 'I1', false],
    ['answered since the screen opened, being asked again', 1_001, true, 'I1', false],
  ])('%s', (_, atMs, isAsking, intentNo, isPending) => {
    const decided = decideOpenPayment([{ list: waiting, atMs, isAsking }], 1_000)
    expect([decided.payment?.intentNo ?? null, decided.isPending]).toEqual([intentNo, isPending])
  })

  it('may be of any kind, and is pending while one kind is being asked', () => {
    const none = { list: [], atMs: 1_000, isAsking: false }
    expect(decideOpenPayment([none, { list: [node], atMs: 1_000, isAsking: false }], 1_000)).toEqual({ payment: { ...node, count: 1 }, isPending: false })
    expect(decideOpenPayment([none, { list: [node], atMs: 0, isAsking: true }], 1_000)).toEqual({ payment: null, isPending: true })
    expect(
      decideOpenPayment(
        [
          { list: [node], atMs: 1_000, isAsking: false },
          { list: [], atMs: 0, isAsking: true },
        ],
        1_000,
      ),
    ).toEqual({ payment: { ...node, count: 1 }, isPending: false })
  })
})
