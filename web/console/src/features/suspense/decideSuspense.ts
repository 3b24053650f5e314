import type { Deposit } from './contract'

/** Why a deposit is here, which says what is to be done next. */
type Why = 'unknown' | 'known' | 'waiting' | 'announced' | 'ready'

export function whyOf({ senderUserId, announcedFor, assignFrom }: Deposit, nowMs: number): Why {
  if (announcedFor === '') return senderUserId === '' ? 'unknown' : 'known'
  if (assignFrom === null) return 'waiting'
  return nowMs < Date.parse(assignFrom) ? 'announced' : 'ready'
}
