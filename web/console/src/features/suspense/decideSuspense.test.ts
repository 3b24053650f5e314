import { expect, it } from 'vitest'
import type { Deposit } from './contract'
import { whyOf } from './decideSuspense'

const nowMs = Date.parse('2026-11-26T12:00:00Z')
const deposit = { senderUserId: '', announcedFor: '', assignFrom: null } as Deposit

it.each([
  ['of a stranger', deposit, 'unknown'],
  ['of somebody with an account', { ...deposit, senderUserId: 'u' }, 'known'],
  ['announced while its sender is suspended', { ...deposit, senderUserId: 'u', announcedFor: 'v' }, 'waiting'],
  ['announced', { ...deposit, announcedFor: 'u', assignFrom: '2026-11-26T12:00:01Z' }, 'announced'],
  ['announced three days ago', { ...deposit, announcedFor: 'u', assignFrom: '2026-11-26T12:00:00Z' }, 'ready'],
])('%s', (_, row, why) => expect(whyOf(row as Deposit, nowMs)).toBe(why))
