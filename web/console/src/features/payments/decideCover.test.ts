import { expect, it } from 'vitest'
import type { Row } from '@console/contract/contract'
import { coverOf } from './decideCover'

const row = { balance: '0', missing: '5', queued: '5', at: null } as Row<'withdrawals/cover'>

it('a hot wallet that nobody looked into yet does not hold 0', () => {
  expect(coverOf(row)).toMatchObject({ balance: null, missing: null, queued: '5', readAt: null })
})

it('what was read stands there with its time', () => {
  const at = '2026-11-30T16:05:00Z'
  expect(coverOf({ ...row, at })).toMatchObject({ balance: '0', missing: '5', readAt: at })
})
