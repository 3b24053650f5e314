import { askOnce } from '../../deposit/askOnce'
import { sendFromWallet, type SendOutcome } from '../../deposit/sendFromWallet'
import { useSession } from '../../session/store'
import type { Progress } from '../contract'
import { forgetSent, keepSent, type SentPayment } from './sent'

/** The token of a payment with its decimals, which only the app's facts know. */
function tokenOf(payment: Pick<Progress, 'network' | 'token' | 'currency'>): { contract: string; decimals: number } | null {
  const network = useSession.getState().app?.networks.find((candidate) => candidate.network === payment.network)
  const token = network?.tokens.find((candidate) => candidate.contract.toLowerCase() === payment.token.toLowerCase())
  return token && token.currency === payment.currency ? { contract: token.contract, decimals: token.decimals } : null
}

/**
 * Asks the wallet to pay what is still due. That it was asked is kept before, and the hash after: whatever reloads
 * the page in between, nobody is led to pay twice.
 */
export function payWithWallet(payment: Progress): Promise<SendOutcome> {
  return askOnce(payment.intentNo, (isWanted) => ask(payment, isWanted))
}

async function ask(payment: Progress, isWanted: () => boolean): Promise<SendOutcome> {
  const token = tokenOf(payment)
  if (!token) return { kind: 'no_wallet' }
  const sent: SentPayment = { intentNo: payment.intentNo, hash: null, atMs: 0 }
  const onAsk = () => {
    sent.atMs = Date.now()
    keepSent(sent)
  }
  const outcome = await sendFromWallet({ token, to: payment.payAddress, amount: payment.rest }, { isWanted, onAsk })
  if (outcome.kind === 'sent') keepSent({ ...sent, hash: outcome.hash })
  // Where it may have sent, what was kept goes on saying that nobody knows.
  if (outcome.kind === 'refused' || outcome.kind === 'no_gas') forgetSent(payment.intentNo)
  return outcome
}
