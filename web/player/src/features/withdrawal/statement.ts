import type { Decimal } from '@kit/amount/format'
import type { WithdrawCurrency } from './contract'

/** What a statement says. Every figure is spelled as the server spells it: no grouping, no spare zeros. */
export interface StatedWithdrawal {
  quantity: Decimal
  currency: WithdrawCurrency
  network: string
  fee: Decimal
  arrival: Decimal
  /** The signed-in wallet, in mixed-case letters (EIP-55), as the server keeps it. */
  address: string
  requestId: string
  /** Milliseconds of the server's clock. */
  atMs: number
}

/**
 * The text the wallet signs, after the deployment's own phrase. It is the server's `StatementText`, shared through
 * `test/vectors`: the payout signer reads it again before it pays, so one letter of difference is a refusal.
 */
export function statementText(phrase: string, withdrawal: StatedWithdrawal): string {
  return (
    `${phrase}Withdraw ${withdrawal.quantity} ${withdrawal.currency} on ${withdrawal.network}, fee ${withdrawal.fee}, arrival ${withdrawal.arrival}, to ${withdrawal.address}. ` +
    `Request ${withdrawal.requestId}. Time: ${withdrawal.atMs}`
  )
}
