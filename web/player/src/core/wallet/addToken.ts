import { deviceStorage } from '@kit/kept/storage'
import { readKeptList } from '@kit/kept/kept'
import { isRejection, type WalletProvider } from '@kit/wallet/provider'

/** A token as a wallet shows it. */
export interface ShownToken {
  contract: string
  currency: string
  decimals: number
}

/** What became of asking a wallet to show a token. */
type Added = 'added' | 'refused' | 'unknown'

const lackingKey = 'etld.wallets.addNoToken'

/** Asks the wallet to show a token among its assets. `unknown`: the wallet cannot, or does not say. */
export async function addToken(provider: WalletProvider, { contract, currency, decimals }: ShownToken): Promise<Added> {
  try {
    const options = { address: contract, symbol: currency, decimals }
    const answer = await provider.request({ method: 'wallet_watchAsset', params: { type: 'ERC20', options } })
    return answer === true ? 'added' : answer === false ? 'refused' : 'unknown'
  } catch (fault) {
    if (isRejection(fault)) return 'refused'
    console.error('the wallet added no token', fault)
    return 'unknown'
  }
}

/** Whether a wallet has said that it cannot add tokens. */
export function addsNoTokens(walletId: string): boolean {
  return readLacking().includes(walletId)
}

/** Remembers that a wallet cannot add tokens, so that it is not offered again. */
export function noteAddsNoTokens(walletId: string): void {
  deviceStorage.setItem(lackingKey, JSON.stringify([...new Set([...readLacking(), walletId])]))
}

function readLacking(): string[] {
  return readKeptList(deviceStorage, lackingKey, '')
}
