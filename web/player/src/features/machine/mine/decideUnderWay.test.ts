import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fromUnits, toUnits } from '@kit/amount/compare'
import { decideUnderWay, firstPostedAt, firstToPay } from './decideUnderWay'
import type { MyMachine } from '../contract'

const day = 86_400_000
const startMs = Date.parse('2026-11-20T03:59:00Z')

type Machine = Pick<MyMachine, 'status' | 'endAt' | 'interestPaid' | 'product'>

/** A machine of 90 days that pays 1.8 USDT in all, or another total. */
function machineOf(interestPaid: string, interestTotal = '1.8', changes: Partial<Machine> = {}): Machine {
  const product = { termDays: 90, interestTotal } as MyMachine['product']
  return { status: 'running', endAt: new Date(startMs + 90 * day).toISOString(), interestPaid, product, ...changes }
}

const { interest } = JSON.parse(readFileSync(new URL('../../../../../../test/vectors/counting.json', import.meta.url), 'utf8')) as {
  interest: { total: string; termDays: number; posted: string[] }[]
}

describe('of several machines', () => {
  const own = (startAt: string | null, status: MyMachine['status'] = 'running', changes: Partial<MyMachine> = {}) =>
    ({ startAt, status, phase: '', coolingEndAt: null, ...changes }) as MyMachine
  const cooling = (coolingEndAt: string) => own(null, 'to_be_confirmed', { phase: 'cooling', coolingEndAt })
  const unpaid = own(null, 'to_be_confirmed', { phase: 'payment' })

  it('the one that started first pays first; one that does not run pays nothing', () => {
    expect(firstToPay([own('2026-11-21T00:00:00Z'), own('2026-11-20T00:00:00Z'), own('2026-11-19T00:00:00Z', 'completed'), own(null)])).toEqual(
      own('2026-11-20T00:00:00Z'),
    )
    expect(firstToPay([own(null), unpaid])).toBeUndefined()
  })

  it('one in its cooling-off pays a day after it starts by itself', () => {
    expect(firstToPay([unpaid, cooling('2026-11-21T03:59:00Z'), cooling('2026-11-21T00:00:00Z')])).toEqual(cooling('2026-11-21T00:00:00Z'))
    expect(firstToPay([cooling('2026-11-21T00:00:00Z'), own('2026-11-20T06:00:00Z')])).toEqual(own('2026-11-20T06:00:00Z'))
    expect(firstPostedAt('2026-11-21T03:59:00Z')).toBe('2026-11-22T04:00:00.000Z')
    expect(firstPostedAt('2026-11-21T04:00:00Z')).toBe('2026-11-22T05:00:00.000Z')
  })
})

describe('interest under way', () => {
  it('grows from nothing to what is posted in the first day', () => {
    expect(decideUnderWay(machineOf('0'), startMs)).toMatchObject({ share: 0, grown: '0', posted: '0.02', isFirst: true, postedAt: '2026-11-21T04:00:00.000Z' })
    expect(decideUnderWay(machineOf('0'), startMs + day / 4)).toMatchObject({ share: 0.25, grown: '0.005' })
  })

  it('stays at what is posted while that is not there yet', () => {
    expect(decideUnderWay(machineOf('0.02'), startMs + 5 * day)).toMatchObject({
      share: 1,
      grown: '0.02',
      postedAt: '2026-11-22T04:00:00.000Z',
      isFirst: false,
    })
  })

  it.each(interest)('never shows more than the server posts, all day long and over each payment: $total in $termDays days', ({ total, termDays, posted }) => {
    let paid = 0n
    for (const [index, amount] of posted.entries()) {
      const machine = machineOf(fromUnits(paid, 8), total, { product: { termDays, interestTotal: total } as MyMachine['product'] })
      machine.endAt = new Date(startMs + termDays * day).toISOString()
      paid += toUnits(amount, 8)
      // A day that pays nothing is passed over: the next one that does is under way.
      if (toUnits(amount, 8) === 0n) continue
      const dayMs = startMs + index * day
      let shown = 0n
      for (const at of [...Array.from({ length: 97 }, (_, quarter) => (quarter * day) / 96), day - 1, day + 60_000]) {
        const underWay = decideUnderWay(machine, dayMs + at)!
        const grown = toUnits(underWay.grown, 8)
        // A minute before the hour each day falls due, and on the hour it is posted; the last one with the principal.
        const minuteLater = index + 1 < termDays ? 60_000 : 0
        expect([underWay.posted, underWay.postedAt]).toEqual([amount, new Date(dayMs + day + minuteLater).toISOString()])
        expect(grown).toBeLessThanOrEqual(toUnits(amount, 8))
        if (at <= day && at !== day - 1) expect(grown).toBeGreaterThanOrEqual(shown)
        shown = grown
      }
      // While the posting is late it stands at what will be posted.
      expect(shown).toBe(toUnits(amount, 8))
    }
    expect(fromUnits(paid, 8)).toBe(total)
  })

  it('is posted an hour later where it falls due on the hour', () => {
    const onTheHour = { endAt: new Date(startMs + 60_000 + 90 * day).toISOString() }
    expect(decideUnderWay(machineOf('0', '1.8', onTheHour), startMs + 60_000)).toMatchObject({ share: 0, postedAt: '2026-11-21T05:00:00.000Z' })
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
