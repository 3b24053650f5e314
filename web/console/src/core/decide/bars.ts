/** Why somebody with the role cannot decide, by the server's names. */
const bars = {
  maker_cannot_approve: 'maker',
  already_approved_by_caller: 'approved',
  approves_own_roles: 'own',
  concerns_own_account: 'own',
  decides_own_withdrawal: 'own',
} as const

/** The same by the words there are for it; null for one that has none here. */
export function barNameOf(name: string): (typeof bars)[keyof typeof bars] | null {
  return Object.hasOwn(bars, name) ? bars[name as keyof typeof bars] : null
}
