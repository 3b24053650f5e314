import { deviceStorage } from '@kit/kept/storage'
import { knownWallets, waitForWallet } from '@kit/wallet/discover'
import { sameAddress, type WalletChoice, type WalletProvider } from '@kit/wallet/provider'
import { listAccounts, personalSign } from '@kit/wallet/sign'
import { demoWalletOf } from './demo'

const storageKey = 'etld.operator.wallet'
const waitMs = 3_000

/** Remembers which wallet somebody signed in with, so that a reload finds it again. */
export function rememberWallet({ id }: WalletChoice): void {
  deviceStorage.setItem(storageKey, id)
}

/** No wallet here signs for the person. */
export class NoWallet extends Error {
  override readonly name = 'NoWallet'
}

/** The wallet that signs for an address. */
async function walletOf(address: string): Promise<WalletProvider> {
  const demo = demoWalletOf(address)
  if (demo) return demo
  const id = deviceStorage.getItem(storageKey)
  const wallet = await waitForWallet((choice) => choice.id === id, knownWallets().length > 0 ? 0 : waitMs)
  const accounts = wallet ? await listAccounts(wallet.provider, true) : []
  if (!wallet || !accounts.some((account) => sameAddress(account, address))) throw new NoWallet()
  return wallet.provider
}

/** Has a person's wallet sign a text, and nothing else than that text. */
export async function signText(text: string, address: string): Promise<string> {
  return personalSign(await walletOf(address), text, address)
}
