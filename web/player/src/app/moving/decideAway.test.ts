import { expect, it } from 'vitest'
import { awaySince, broughtSince, noteSeen } from './decideAway'

const now = Date.parse('2026-11-22T12:00:00Z')
const hour = 3_600_000

it('somebody was away after six hours, and not where nobody knows', () => {
  const day = 24 * hour
  expect(awaySince(noteSeen(now - 6 * hour, now + day), now)).toBe(now + day)
  expect(awaySince(noteSeen(now - 6 * hour + 1, now - day), now)).toBeNull()
  expect([awaySince(null, now), awaySince('', now), awaySince('x', now)]).toEqual([null, null, null])
})

it('what came in since is added up by kind, without what was there before and what is nothing', () => {
  const row = (kind: 'interest' | 'output' | 'principal', currency: 'USDT' | 'ETLD', amount: string, hoursAgo: number) => ({
    kind,
    currency,
    amount,
    at: new Date(now - hoursAgo * hour).toISOString(),
  })
  const rows = [
    row('interest', 'USDT', '0.02', 1),
    row('output', 'ETLD', '0.67', 3),
    row('interest', 'USDT', '0.02', 25),
    row('output', 'ETLD', '0', 26),
    row('interest', 'USDT', '0.02', 49),
  ]
  expect(broughtSince(rows, now - 48 * hour)).toEqual([
    { kind: 'interest', currency: 'USDT', amount: '0.04' },
    { kind: 'output', currency: 'ETLD', amount: '0.67' },
  ])
})
