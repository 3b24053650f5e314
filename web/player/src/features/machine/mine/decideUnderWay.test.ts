import { describe, expect, it } from 'vitest'
import { toUnits } from '@kit/amount/compare'
import { decideUnderWay } from './decideUnderWay'
import type { MyMachine } from '../contract'

const day = 86_400_000
const startMs = Date.parse('2026-11-20T03:59:00Z')

type Machine = Pick<MyMachine, 'status' | 'endAt' | 'interestPaid' | 'product'>

/** A machine of 90 days that pays 1.8 USDT in all, or another total. */
function machineOf(interestPaid: string, interestTotal = '1.8', changes: Partial<Machine> = {}): Machine {
  const product = { termDays: 90, interestTotal } as MyMachine['product']
  return { status: 'running', endAt: new Date(startMs + 90 * day).toISOString(), interestPaid, product, ...changes }
}

describe('interest under way', () => {
  it('grows from nothing to what is posted in the first day', () => {
    expect(decideUnderWay(machineOf('0'), startMs)).toMatchObject({ share: 0, grown: '0', posted: '0.02', isFirst: true, dueAt: '2026-11-21T03:59:00.000Z' })
    expect(decideUnderWay(machineOf('0'), startMs + day / 4)).toMatchObject({ share: 0.25, grown: '0.005' })
  })

  it('stays at what is posted while that is not there yet', () => {
    expect(decideUnderWay(machineOf('0.02'), startMs + 5 * day)).toMatchObject({ share: 1, grown: '0.02', dueAt: '2026-11-22T03:59:00.000Z', isFirst: false })
  })

  it('never shows more than is posted, day by day, also where days pay unequal atoms', () => {
    const total = toUnits('1.00000007', 8)
    for (let k = 1n; k <= 90n; k += 1n) {
      const before = (total * (k - 1n)) / 90n
      const paid = `${before / 100_000_000n}.${String(before % 100_000_000n).padStart(8, '0')}`
      const last = decideUnderWay(machineOf(paid, '1.00000007'), startMs + Number(k) * day - 1)
      const posted = (total * k) / 90n - before
      expect(toUnits(last!.posted, 8)).toBe(posted)
      expect(toUnits(last!.grown, 8)).toBeLessThanOrEqual(posted)
      expect(last!.dueAt).toBe(new Date(startMs + Number(k) * day).toISOString())
    }
  })

  it('moves with the end, which a pause puts off', () => {
    const late = { endAt: new Date(startMs + 90 * day + 3_600_000).toISOString() }
    expect(decideUnderWay(machineOf('0', '1.8', late), startMs + 3_600_000)).toMatchObject({ share: 0 })
  })

  it('is nothing while a machine does not earn, or has been paid all', () => {
    expect(decideUnderWay(machineOf('0', '1.8', { status: 'not_running', endAt: null }), startMs)).toBeNull()
    expect(decideUnderWay(machineOf('1.8'), startMs + 90 * day)).toBeNull()
  })
})
