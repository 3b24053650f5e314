import { describe, expect, it } from 'vitest'
import type { Movement } from '@kit/api/contract'
import { csvOf } from './csv'
import { closeKey, decideYear, worthOf, yearsOf, type YearParts } from './decideYear'

let number = 0

/** A movement at a time of the platform's zone, UTC+8. */
function movement(at: string, type: Movement['type'], amount: string, currency: Movement['currency'], more: Partial<Movement> = {}): Movement {
  number += 1
  const createdAt = new Date(`${at}+08:00`).toISOString()
  return {
    id: `l${String(number).padStart(4, '0')}`,
    txNo: `tx${number}`,
    type,
    subType: '',
    amount,
    currency,
    createdAt,
    postedAt: createdAt,
    balanceAfter: '0',
    refType: 'transfer',
    refId: '',
    note: '',
    entryHash: 'ab',
    ...more,
  }
}

function entry(at: string, state: YearParts['gameEntries'][number]['state'], amount: number, win: number): YearParts['gameEntries'][number] {
  return { at: new Date(`${at}+08:00`).toISOString(), state, amount, win, net: win - amount, box: 1, entryNo: 1, period: 'p', receipt: 'r' }
}

function held(movements: readonly Movement[], gameEntries: YearParts['gameEntries'] = []): YearParts {
  return { movements, machines: [], gameEntries }
}

const closes = new Map([[closeKey('ETLD', '2026-03-02'), '0.5'] as const, [closeKey('ETLD', '2026-12-31'), '0.75'] as const])

describe('a year', () => {
  it('is the platform’s: the last minute before its midnight is the old one', () => {
    const all = held([movement('2026-12-31T23:59', 'mining_machine_income', '1', 'USDT'), movement('2027-01-01T00:00', 'mining_machine_income', '2', 'USDT')])
    expect(yearsOf(all)).toEqual(['2027', '2026'])
    expect(decideYear(all, closes, '2026').incomeWorth).toBe('1')
    expect(decideYear(all, closes, '2027').incomeWorth).toBe('2')
  })

  it('adds income up to the atom by kind and currency, each worth the close of its own day', () => {
    const made = decideYear(
      held([
        movement('2026-03-02T04:00', 'mining_machine_income', '8.00000001', 'USDT'),
        movement('2026-03-02T12:00', 'mining_income', '10.00000002', 'ETLD'),
        movement('2026-12-31T12:00', 'mining_income', '4', 'ETLD'),
        movement('2026-03-02T05:00', 'top_up', '1000', 'USDT'),
      ]),
      closes,
      '2026',
    )
    expect(made.income).toEqual([
      { type: 'mining_machine_income', sums: [{ currency: 'USDT', amount: '8.00000001', worth: '8.00000001' }] },
      { type: 'mining_income', sums: [{ currency: 'ETLD', amount: '14.00000002', worth: '8.00000001' }] },
    ])
    expect(made.incomeWorth).toBe('16.00000002')
    expect(made.bestDay).toEqual({ day: '2026-03-02', worth: '13.00000002' })
  })

  it('says how many days had no price, and does not invent one', () => {
    const made = decideYear(held([movement('2026-05-05T12:00', 'mining_income', '10', 'ETLD')]), closes, '2026')
    expect(made).toMatchObject({ daysWithoutPrice: 1, incomeWorth: '0' })
    expect(made.income[0]?.sums[0]?.worth).toBeNull()
  })

  it('counts days of fees without a price too, and names what nodes cost beside them', () => {
    const bought = { refType: 'node_order', refId: 'o1' } as const
    const all = held([
      movement('2026-05-05T12:00', 'handling_fee', '-0.1', 'ETH'),
      movement('2026-05-05T12:00', 'purchase_product', '-1000', 'USDT', bought),
      movement('2026-05-06T12:00', 'purchase_product', '-200', 'USDT', { ...bought, refId: 'o2' }),
      movement('2026-05-06T13:00', 'internal_transfer', '200', 'USDT', { subType: 'cooling_off_refund', refType: 'node', refId: 'n2' }),
      movement('2026-05-06T13:00', 'internal_transfer', '500', 'USDT', { subType: 'cooling_off_refund', refType: 'machine', refId: 'm2' }),
    ])
    expect(decideYear(all, closes, '2026')).toMatchObject({ daysWithoutPrice: 1, nodes: '1000', feesWorth: '0' })
  })

  it('leaves out the fee of a withdrawal that was refunded, in whatever year', () => {
    const about = (refId: string) => ({ refType: 'withdrawal', refId }) as const
    const all = held([
      movement('2026-12-31T12:00', 'handling_fee', '-2', 'USDT', about('w1')),
      movement('2026-06-01T12:00', 'handling_fee', '-3', 'USDT', about('w2')),
      movement('2026-06-01T12:00', 'handling_fee', '-0.1', 'ETLD', { refType: 'trade_sale', refId: 'w1' }),
      movement('2027-01-01T12:00', 'withdrawal_refund', '100', 'USDT', about('w1')),
    ])
    expect(decideYear(all, closes, '2026').fees).toEqual([
      { currency: 'USDT', amount: '3', worth: '3' },
      { currency: 'ETLD', amount: '0.1', worth: null },
    ])
    expect(decideYear(all, closes, '2026').feesWorth).toBe('3')
  })

  it('sets the service fee of a machine against the income of the year in which it started', () => {
    const machine = (startAt: string | null, serviceFee: string) =>
      ({ id: `m ${serviceFee}`, startAt, serviceFee, product: { name: 'Small machine' } }) as YearParts['machines'][number]
    const machines = [machine('2026-12-31T15:59:59Z', '5'), machine('2026-12-31T16:00:00Z', '50'), machine(null, '500')]
    const all = { ...held([movement('2026-06-01T12:00', 'handling_fee', '-1', 'USDT')]), machines }
    expect(decideYear(all, closes, '2026')).toMatchObject({ serviceFees: '5', feesWorth: '6' })
    expect(decideYear(all, closes, '2027')).toMatchObject({ serviceFees: '50', feesWorth: '50', fees: [] })
    expect(decideYear(all, closes, '2026').firstMachine).toEqual({ name: 'Small machine', at: '2026-12-31T15:59:59Z' })
    expect(decideYear(all, closes, '2027').firstMachine).toBeNull()
    const back = movement('2027-02-01T12:00', 'internal_transfer', '2', 'USDT', { subType: 'platform_fee_returned', refType: 'machine', refId: 'm 5' })
    const left = { ...all, movements: [...all.movements, back] }
    expect(decideYear(left, closes, '2026')).toMatchObject({ serviceFees: '3', feesWorth: '4' })
    expect(decideYear(left, closes, '2027')).toMatchObject({ serviceFees: '50', feesWorth: '50' })
  })

  it('counts drawn rounds alone', () => {
    const entries = [
      entry('2026-03-02T10:00', 'won', 100, 240),
      entry('2026-03-02T11:00', 'no_prize', 300, 0),
      entry('2026-03-02T12:00', 'refunded', 500, 0),
      entry('2026-03-02T13:00', 'not_drawn', 500, 0),
      entry('2025-12-31T10:00', 'won', 100, 200),
    ]
    expect(decideYear(held([], entries), closes, '2026').game).toEqual({ rounds: 2, paid: 400, back: 240 })
    expect(decideYear(held([], []), closes, '2026').game).toBeNull()
  })
})

describe('the table', () => {
  const words = {
    language: 'en' as const,
    columns: ['Time', 'Type', 'Amount', 'Currency', 'Price', 'Worth', 'Entry', 'Link'] as const,
    typeOf: () => '=HYPERLINK("x")',
  }

  it('has every movement of the year, the oldest first, with price and worth of its day', () => {
    const late = movement('2026-12-31T23:00:01', 'mining_income', '-4', 'ETLD', { entryHash: null })
    const early = movement('2026-03-02T00:00', 'play_the_game', '-250', 'GP')
    const other = movement('2025-03-02T00:00', 'top_up', '1', 'USDT')
    expect(csvOf([late, other, early], closes, '2026', words).split('\r\n')).toEqual([
      '"Time","Type","Amount","Currency","Price","Worth","Entry","Link"',
      `"2026/03/02 00:00:00","'=HYPERLINK(""x"")",-250,"GP",0.01,-2.5,"${early.txNo}","ab"`,
      `"2026/12/31 23:00:01","'=HYPERLINK(""x"")",-4,"ETLD",0.75,-3,"${late.txNo}",""`,
      '',
    ])
  })

  it('has commas in its figures, and semicolons between them, where spreadsheets are Russian', () => {
    const one = movement('2026-03-02T00:00', 'mining_income', '-250.5', 'ETLD')
    const [columns, line] = csvOf([one], closes, '2026', { ...words, language: 'ru', typeOf: () => '＝A1; "x"' }).split('\r\n')
    expect(columns).toBe('"Time";"Type";"Amount";"Currency";"Price";"Worth";"Entry";"Link"')
    expect(line).toBe(`"2026/03/02 00:00:00";"'＝A1; ""x""";-250,5;"ETLD";0,5;-125,25;"${one.txNo}";"ab"`)
  })

  it('cuts a worth at what is accounted for', () => {
    expect(worthOf(movement('2026-03-02T00:00', 'mining_income', '0.00000001', 'ETLD'), closes)).toBe('0')
    expect(worthOf(movement('2026-03-02T00:00', 'mining_income', '-10.20000003', 'ETLD'), closes)).toBe('-5.10000001')
    expect(worthOf(movement('2026-03-02T00:00', 'mining_income', '200', 'ETLD'), closes)).toBe('100')
    expect(worthOf(movement('2026-03-02T00:00', 'mining_income', '2.4', 'ETLD'), closes)).toBe('1.2')
  })
})
