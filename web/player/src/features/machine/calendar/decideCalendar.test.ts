import { describe, expect, it } from 'vitest'
import type { CalendarLine } from './api'
import { dayByKey, marksOf, monthAfter, monthIn, openDay, sumsOf, weeksOf } from './decideCalendar'

const line = (kind: CalendarLine['kind'], posted: boolean): CalendarLine => ({
  kind,
  posted,
  currency: 'USDT',
  amount: '1',
  count: 1,
  at: '2026-11-20T03:00:00Z',
  minerNo: '',
})

describe('a month', () => {
  it('is what an address may name', () => {
    expect([monthIn('2026-11'), monthIn('2026-13'), monthIn('now'), monthIn(null)]).toEqual(['2026-11', null, null, null])
  })
  it('has its neighbours, over the turn of a year', () => {
    expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1), monthAfter('2026-11', 14)]).toEqual(['2027-01', '2025-12', '2028-01'])
  })
  it('stands in weeks that begin on Monday', () => {
    const weeks = weeksOf('2026-11')
    expect(weeks).toHaveLength(6)
    expect([weeks[0]?.[0], weeks[0]?.[6], weeks[5]?.[0], weeks[5]?.[6]]).toEqual(['2026-10-26', '2026-11-01', '2026-11-30', '2026-12-06'])
    expect(weeksOf('2027-02').flat()).toHaveLength(28)
  })
})

describe('the keys', () => {
  it('lead through days and weeks, over the month too', () => {
    expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'a'].map((key) => dayByKey('2026-11-26', key))).toEqual([
      '2026-11-25',
      '2026-11-27',
      '2026-11-19',
      '2026-12-03',
      '2026-11-23',
      '2026-11-29',
      null,
    ])
  })
  it('lead through months, to the last day where the number is missing', () => {
    expect([dayByKey('2026-03-31', 'PageUp'), dayByKey('2026-01-31', 'PageDown'), dayByKey('2026-11-26', 'PageDown')]).toEqual([
      '2026-02-28',
      '2026-02-28',
      '2026-12-26',
    ])
  })
})

describe('the open day', () => {
  it('is the named one, else today, else the first with something', () => {
    const days = [{ day: '2026-11-07' }]
    expect(openDay('2026-11', '2026-11-05', '2026-11-26', days)).toBe('2026-11-05')
    expect(openDay('2026-11', '2026-11-31', '2026-11-26', days)).toBe('2026-11-26')
    expect(openDay('2026-11', null, '2026-12-26', days)).toBe('2026-11-07')
    expect(openDay('2026-11', null, undefined, [])).toBe('2026-11-01')
  })
})

describe('the marks of a day', () => {
  it('name each kind once, posted if any of it is', () => {
    expect(marksOf([line('interest', false), line('interest', true), line('principal', false)])).toEqual([
      { kind: 'interest', posted: true },
      { kind: 'principal', posted: false },
    ])
  })
  it('name what the team brings once, as it has one colour', () => {
    expect(marksOf([line('referral', true), line('acceleration', true), line('level', false)])).toEqual([{ kind: 'team', posted: true }])
  })
})

describe("a day's sums", () => {
  it('are one for each kind, however many lines there are', () => {
    const lines = [line('interest', true), line('principal', true), line('principal', true), line('principal', false), line('interest', true)]
    expect(sumsOf(lines)).toEqual([
      { kind: 'interest', posted: true, currency: 'USDT', amount: '2' },
      { kind: 'principal', posted: true, currency: 'USDT', amount: '2' },
      { kind: 'principal', posted: false, currency: 'USDT', amount: '1' },
    ])
  })
  it('are not known where a line is not', () => {
    expect(sumsOf([line('dividend', false), { ...line('dividend', false), amount: null }])).toMatchObject([{ amount: null }])
  })
})
