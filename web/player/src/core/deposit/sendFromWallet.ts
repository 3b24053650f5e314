import { sendFaultOf, type SendFault } from '@kit/wallet/provider'
import { connectedProvider, ensureChain } from '../session/connection'
import { useSession } from '../session/store'
import { sendTransfer, type TokenTransfer } from '../wallet/transfer'

/** What became of asking the wallet to send; `left` where nobody waited any more before it was asked. */
export type SendOutcome = { kind: 'sent'; hash: string } | { kind: SendFault | 'no_wallet' | 'wrong_network' | 'left' }

interface SendOptions {
  /** Whether somebody still waits for it: who has left is asked for nothing more. */
  isWanted: () => boolean
  /** Called before the wallet is asked to send, and only then. */
  onAsk?: () => void
}

/** Has the connected wallet send a token on the deployment's chain. */
export async function sendFromWallet(transfer: Omit<TokenTransfer, 'from' | 'chainId'>, { isWanted, onAsk }: SendOptions): Promise<SendOutcome> {
  const provider = connectedProvider()
  const { address, app } = useSession.getState()
  if (!provider || !address || !app) return { kind: 'no_wallet' }
  if (!(await ensureChain(isWanted))) return { kind: isWanted() ? 'wrong_network' : 'left' }
  const goesOn = () => {
    if (!isWanted()) return false
    onAsk?.()
    return true
  }
  try {
    const hash = await sendTransfer(provider, { ...transfer, from: address, chainId: app.chainId }, goesOn)
    return hash === null ? { kind: 'left' } : { kind: 'sent', hash }
  } catch (fault) {
    const kind = sendFaultOf(fault)
    if (kind !== 'refused') console.error('the wallet reported an error instead of a hash', fault)
    return { kind }
  }
}
