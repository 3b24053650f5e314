/** Why a machine changes its state, as the server names it. */
const causes = [
  'intent_opened',
  'paid_from_balance',
  'payment_final',
  'payment_expired',
  'payment_cancelled',
  'cooling_cancelled',
  'cooling_over',
  'cooling_waived',
  'operator_pause',
  'operator_resume',
  'left_after_pause',
  'cap_reached',
  'term_over',
] as const
export type Cause = (typeof causes)[number]

/** Whether this app has words for a cause; a newer server may name others. */
export function isKnownCause(cause: string): cause is Cause {
  return causes.some((known) => known === cause)
}
