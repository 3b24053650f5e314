import { accountsOf, type WalletProvider } from './provider'

/** The accounts the wallet already shows us, else those it shows when asked. */
export async function listAccounts(provider: WalletProvider, mayAsk: boolean): Promise<string[]> {
  const known = accountsOf(await provider.request({ method: 'eth_accounts' }).catch(() => []))
  if (known.length > 0 || !mayAsk) return known
  return accountsOf(await provider.request({ method: 'eth_requestAccounts' }))
}

/** Signs a text (EIP-191). The text travels as hexadecimal UTF-8, which every wallet shows as text. */
export async function personalSign(provider: WalletProvider, message: string, address: string): Promise<string> {
  const hex = Array.from(new TextEncoder().encode(message), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const signature = await provider.request({ method: 'personal_sign', params: [`0x${hex}`, address] })
  if (typeof signature !== 'string' || !/^0x[0-9a-f]{130,4096}$/i.test(signature)) {
    throw new Error('the wallet returned no signature')
  }
  return signature
}
