import { sendFaultOf, type SendFault } from '@kit/wallet/provider'
import { connectedProvider, ensureChain } from '../session/connection'
import { useSession } from '../session/store'
import { sendTransfer, type TokenTransfer } from '../wallet/transfer'

/** What became of asking the wallet to send. */
export type SendOutcome = { kind: 'sent'; hash: string } | { kind: SendFault | 'no_wallet' | 'wrong_network' }

/** Has the connected wallet send a token on the deployment's chain. `onAsk` is called before the wallet is asked, and only then. */
export async function sendFromWallet(transfer: Omit<TokenTransfer, 'from'>, onAsk?: () => void): Promise<SendOutcome> {
  const provider = connectedProvider()
  const { address } = useSession.getState()
  if (!provider || !address) return { kind: 'no_wallet' }
  if (!(await ensureChain())) return { kind: 'wrong_network' }
  onAsk?.()
  try {
    return { kind: 'sent', hash: await sendTransfer(provider, { ...transfer, from: address }) }
  } catch (fault) {
    const kind = sendFaultOf(fault)
    if (kind !== 'refused') console.error('the wallet reported an error instead of a hash', fault)
    return { kind }
  }
}
