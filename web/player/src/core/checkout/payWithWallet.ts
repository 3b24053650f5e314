import { connectedProvider, ensureChain } from '../session/connection'
import { useSession } from '../session/store'
import { sendFaultOf } from '@kit/wallet/provider'
import { sendTransfer } from '../wallet/transfer'
import type { Progress } from './contract'
import { forgetSent, keepSent, type Sent } from './sent'

/** What became of asking the wallet to pay. */
export type PayOutcome =
  { kind: 'sent'; sent: Sent } | { kind: 'refused' } | { kind: 'no_gas' } | { kind: 'unsure' } | { kind: 'no_wallet' } | { kind: 'wrong_network' }

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
export async function payWithWallet(payment: Progress): Promise<PayOutcome> {
  const provider = connectedProvider()
  const { address } = useSession.getState()
  const token = tokenOf(payment)
  if (!provider || !address || !token) return { kind: 'no_wallet' }
  if (!(await ensureChain())) return { kind: 'wrong_network' }
  const begun: Sent = { intentNo: payment.intentNo, hash: null, atMs: Date.now() }
  keepSent(begun)
  try {
    const hash = await sendTransfer(provider, { from: address, token, to: payment.payAddress, amount: payment.rest })
    const sent = { ...begun, hash }
    keepSent(sent)
    return { kind: 'sent', sent }
  } catch (fault) {
    const kind = sendFaultOf(fault)
    if (kind !== 'refused') console.error('the wallet reported an error instead of a hash', fault)
    // Where it may have sent, what was kept goes on saying that nobody knows.
    if (kind !== 'unsure') forgetSent()
    return { kind }
  }
}
