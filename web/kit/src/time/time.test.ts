import { afterEach, describe, expect, it } from 'vitest'
import { ageOf } from '../ui/Age'
import { clockFace, secondsUntil } from '../ui/Countdown'
import { maskId } from '../ui/MaskedId'
import { noteServerTime, serverNow } from './clock'
import { clockFieldOf, formatDay, formatOwnTime, formatTime, noteZone, dayEndMs, platformDay, readClockField, zoneName } from './zone'

afterEach(() => {
  noteServerTime(new Date().toISOString())
  noteZone('UTC+8')
})

describe('times', () => {
  it('are entered in the platform zone', () => {
    expect(clockFieldOf('2026-12-01T04:00:00Z')).toBe('2026-12-01T12:00')
    expect(readClockField('2026-12-01T12:00')).toBe('2026-12-01T04:00:00.000Z')
    expect(readClockField('soon')).toBeNull()
  })

  it('are printed in the platform zone, which is named', () => {
    expect(formatTime('2026-12-01T04:00:00Z', 'en')).toBe('1 Dec 2026, 12:00 UTC+8')
    expect(formatTime('2026-09-01T04:05:06Z', 'en', 'second')).toBe('1 Sep 2026, 12:05:06 UTC+8')
    expect(formatTime('2026-09-01T04:00:00Z', 'en', 'day')).toBe('1 Sep 2026 UTC+8')
    expect(formatTime('2026-09-01T04:00:00Z', 'en', 'month')).toBe('September 2026 UTC+8')
    for (const language of ['zhtw', 'en', 'ru'] as const) expect(formatTime('2026-09-01T04:00:00Z', language, 'clock')).toBe('12:00 UTC+8')
    expect(formatTime('2026-11-30T16:00:00Z', 'ru', 'day')).toBe('01.12.2026 UTC+8')
    expect(formatTime('2026-12-01T04:00:00Z', 'zhtw', 'second')).toBe('2026/12/01 12:00:00 UTC+8')
    expect(formatTime(null, 'en')).toBe('—')
    expect(formatTime('nonsense', 'en')).toBe('—')
  })

  it('follow the zone of the deployment, and ignore one they cannot read', () => {
    noteZone('UTC-03:30')
    expect(formatTime('2026-12-01T04:00:00Z', 'en')).toBe('1 Dec 2026, 00:30 UTC-03:30')
    noteZone('Mars')
    expect(zoneName()).toBe('UTC-03:30')
  })

  it('are printed by the clock of who reads them, where that is another', () => {
    const own = -new Date('2026-12-01T04:00:00Z').getTimezoneOffset()
    noteZone(own === 330 ? 'UTC+8' : 'UTC+5:30')
    const shifted = new Date(Date.parse('2026-12-01T04:00:00Z') + own * 60_000).toISOString()
    const printed = formatOwnTime('2026-12-01T04:00:00Z', 'en')
    expect(printed).toContain(`${Number(shifted.slice(8, 10))} ${own < -240 ? 'Nov' : 'Dec'} 2026, ${shifted.slice(11, 16)} UTC`)
    const sign = own < 0 ? '-' : '+'
    noteZone(`UTC${sign}${Math.floor(Math.abs(own) / 60)}:${String(Math.abs(own) % 60).padStart(2, '0')}`)
    expect(formatOwnTime('2026-12-01T04:00:00Z', 'en')).toBeNull()
    expect(formatOwnTime('nonsense', 'en')).toBeNull()
  })

  it('have their day beside the own hour alone where it is another day by the own clock', () => {
    const own = -new Date('2026-12-02T04:00:00Z').getTimezoneOffset()
    const zone = own > 0 ? own - 480 : own + 480
    noteZone(`UTC${zone < 0 ? '-' : '+'}${Math.floor(Math.abs(zone) / 60)}:${String(Math.abs(zone) % 60).padStart(2, '0')}`)
    const at = (hour: number) => new Date(Date.UTC(2026, 11, 2, hour) - own * 60_000).toISOString()
    expect(formatOwnTime(at(12), 'en', 'clock')).toMatch(/^12:00 UTC/)
    expect(formatOwnTime(at(own > 0 ? 4 : 20), 'en', 'clock')).toMatch(/^2 Dec 2026, \d\d:00 UTC/)
  })

  it('name calendar days as they name times', () => {
    expect(formatDay('2026-11-03', 'en')).toBe('3 Nov 2026')
    expect(formatDay('2026-11-03', 'ru')).toBe('03.11.2026')
    expect(formatDay('2026-11-03', 'zhtw')).toBe('2026/11/03')
  })

  it('count days from midnight in the zone', () => {
    expect(platformDay(Date.parse('2026-11-30T15:59:59Z'))).toBe('2026-11-30')
    expect(platformDay(Date.parse('2026-11-30T16:00:00Z'))).toBe('2026-12-01')
    for (const time of ['2026-11-30T16:00:00Z', '2026-12-01T15:59:59Z'])
      expect(new Date(dayEndMs(Date.parse(time))).toISOString()).toBe('2026-12-01T16:00:00.000Z')
  })

  it("come from the server's clock", () => {
    noteServerTime('2030-01-01T00:00:00Z')
    expect(Math.abs(serverNow() - Date.parse('2030-01-01T00:00:00Z'))).toBeLessThan(1_000)
    noteServerTime('nonsense')
    expect(serverNow()).toBeGreaterThan(Date.parse('2029-12-31T00:00:00Z'))
  })
})

describe('countdowns and ages', () => {
  it('round up to the second that is still running, and never go below zero', () => {
    expect(secondsUntil('2026-01-01T00:00:10.200Z', Date.parse('2026-01-01T00:00:00Z'))).toBe(11)
    expect(secondsUntil('2026-01-01T00:00:00Z', Date.parse('2026-01-02T00:00:00Z'))).toBe(0)
    expect(secondsUntil('nonsense')).toBe(0)
  })

  it.each([
    [0, '00:00'],
    [272, '04:32'],
    [3_872, '1:04:32'],
  ])('%i seconds read %s', (seconds, face) => {
    expect(clockFace(seconds)).toBe(face)
  })

  it('name an age in the largest unit that fits', () => {
    const nowMs = Date.parse('2026-01-03T00:00:00Z')
    expect(ageOf('2026-01-02T23:59:01Z', nowMs)).toEqual({ unit: 'seconds', count: 59 })
    expect(ageOf('2026-01-02T23:59:55Z', nowMs)).toEqual({ unit: 'seconds', count: 5 })
    expect(ageOf('2026-01-02T23:59:56Z', nowMs)).toEqual({ unit: 'now', count: 0 })
    expect(ageOf('2026-01-02T23:58:00Z', nowMs)).toEqual({ unit: 'minutes', count: 2 })
    expect(ageOf('2026-01-01T23:00:00Z', nowMs)).toEqual({ unit: 'days', count: 1 })
    expect(ageOf('2026-01-04T00:00:00Z', nowMs)).toEqual({ unit: 'now', count: 0 })
  })
})

it('masks the first 6 and the last 6 characters, shorter ones more', () => {
  expect(maskId('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe('0xf39F******b92266')
  expect(maskId('1234567890123')).toBe('123456******890123')
  expect(maskId('123456789012')).toBe('12******')
})
