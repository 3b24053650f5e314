import { toUnits } from '@kit/amount/compare'
import type { WalletProvider } from '@kit/wallet/provider'

/** A transfer of a token from the person's wallet. */
export interface TokenTransfer {
  from: string
  /** The chain it is for. The person may change the wallet's network after it was asked. */
  chainId: number
  token: { contract: string; decimals: number }
  to: string
  amount: string
}

/** What became of a transaction that stands in a block. */
export type TxOutcome = 'success' | 'reverted'

const receiptPollMs = 2_000
/** A node may know a transaction a little later than the wallet that sent it. */
const graceMs = 60_000

/**
 * Sends an ERC-20 transfer through the wallet and gives the transaction's hash. The person confirms it there. `goesOn` is
 * asked right before the wallet is; where it says no, nothing is sent.
 */
export async function sendTransfer(provider: WalletProvider, transfer: TokenTransfer, goesOn: () => boolean): Promise<string | null> {
  const { encodeFunctionData, erc20Abi, getAddress } = await import('./encode')
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [getAddress(transfer.to), toUnits(transfer.amount, transfer.token.decimals)],
  })
  if (!goesOn()) return null
  const request = { from: transfer.from, to: getAddress(transfer.token.contract), data, value: '0x0', chainId: `0x${transfer.chainId.toString(16)}` }
  const hash = String(await provider.request({ method: 'eth_sendTransaction', params: [request] }))
  if (!/^0x[0-9a-f]{64}$/i.test(hash)) throw new Error('the wallet returned no transaction hash')
  return hash
}

/**
 * Whether the chain does not know a transaction a minute after it was sent, not even as one that waits. A node that
 * does not answer says nothing.
 */
export async function isMissing(provider: WalletProvider, sent: { hash: string; atMs: number }, nowMs: number): Promise<boolean> {
  if (nowMs - sent.atMs < graceMs) return false
  const known = await provider.request({ method: 'eth_getTransactionByHash', params: [sent.hash] }).catch(() => undefined)
  return known === null
}

/** Waits until the transaction stands in a block. Ends with an AbortError when the signal says so. */
export async function waitForReceipt(provider: WalletProvider, hash: string, signal: AbortSignal): Promise<TxOutcome> {
  for (;;) {
    signal.throwIfAborted()
    const receipt = await provider.request({ method: 'eth_getTransactionReceipt', params: [hash] }).catch(() => null)
    if (typeof receipt === 'object' && receipt !== null && 'status' in receipt) {
      return Number(receipt.status) === 1 ? 'success' : 'reverted'
    }
    await new Promise((resolve) => setTimeout(resolve, receiptPollMs))
  }
}
