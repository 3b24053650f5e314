import { afterEach, expect, it, vi } from 'vitest'
import { noteServerTime, serverNow } from '@kit/time/clock'
import { call } from './api'

const hourMs = 3_600_000

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  noteServerTime(new Date().toISOString())
})

/** A server whose clock is an hour ahead, and whose answers are under way for so long. */
function answer(underWayMs: number, data: object | null = null): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.stubGlobal('fetch', async () => {
    const serverTime = new Date(Date.now() + hourMs).toISOString()
    vi.setSystemTime(Date.now() + underWayMs)
    return new Response(JSON.stringify({ code: 200, message: '', data: data ?? { list: [], serverTime } }))
  })
}

const aheadMs = () => Math.round((serverNow() - Date.now()) / 1000) * 1000 || 0

it.each([
  ['at once', 0, hourMs],
  ['within a while', 4_001, hourMs - 2_000],
  ['too late to tell', 6_000, 0],
  ['while the clock of the device was set back', -60_000, 0],
])('an answer that comes %s tells the time for countdowns', async (_, underWayMs, expected) => {
  noteServerTime(new Date().toISOString())
  answer(underWayMs)
  await call('/api/miner/findMyList', {})
  expect(aheadMs()).toBe(expected)
  // It is signed as a whole number.
  expect(Number.isInteger(serverNow())).toBe(true)
})

it('what tells no time changes none', async () => {
  noteServerTime(new Date(Date.now() + hourMs).toISOString())
  answer(0, { list: [] })
  await call('/api/miner/income', { id: 'machine' })
  expect(aheadMs()).toBe(hourMs)
})

it('the answer of a command may be a stored one, and its time is long past', async () => {
  noteServerTime(new Date().toISOString())
  answer(0)
  await call('/api/miner/startNow', { minerNo: 'machine', requestId: 'request-0123456789' })
  expect(aheadMs()).toBe(0)
})
