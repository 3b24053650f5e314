import type { Deposit } from './contract'

/** Why a deposit is here, which says what is to be done next. */
type Why = 'unknown' | 'known' | 'announced' | 'ready'

export function whyOf({ senderUserId, announcedFor, assignFrom }: Deposit, nowMs: number): Why {
  if (announcedFor === '' || assignFrom === null) return senderUserId === '' ? 'unknown' : 'known'
  return nowMs < Date.parse(assignFrom) ? 'announced' : 'ready'
}
