import type { Row } from '@console/contract/contract'

/** What a hot wallet holds, with when the chain was asked: before the first time it is not known, and neither is what is missing. */
export function coverOf(row: Row<'withdrawals/cover'>) {
  const isKnown = row.at !== null
  return { ...row, readAt: row.at, balance: isKnown ? row.balance : null, missing: isKnown ? row.missing : null }
}
