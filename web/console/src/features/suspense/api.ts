import type { Language } from '@kit/i18n/language'
import { answers } from '@console/api/answers'
import { call } from '@console/api/call'
import { useAnswer } from '@console/api/useAnswer'
import type { Filter } from '@console/rows/decideFilter'
import { useRows } from '@console/rows/useRows'
import type { Deposit } from './contract'

/** The deposits that nobody has signed for, the oldest first. */
export const useDeposits = (filters: readonly Filter[]) => useRows('suspense/list', { filters, order: 'asc' })

/** Who is meant by an id, an address, a code or a name. */
export const useFound = (query: string) => useAnswer('users/find', { query }, { isOff: query === '' })

/** The same, for who waits for the answer; who shows it has it too. */
export function find(query: string, language: Language) {
  return answers.fetchQuery({ queryKey: ['users/find', { query }, language], queryFn: () => call('users/find', { query }, { isQuiet: true }) })
}

/** Announces a deposit for a user, in place of the announcement that was shown: another one is not replaced unseen. */
export function announce({ transferId, announcedFor }: Deposit, userId: string) {
  return call('suspense/announce', { transferId, userId, shown: announcedFor }, { isQuiet: true })
}

export function proposeAssignment({ transferId, announcedFor }: Deposit, evidence: string, reason: string) {
  return call('suspense/assign', { payload: { transferId, userId: announcedFor, evidence }, reason }, { isQuiet: true })
}
