import { deviceStorage } from '@kit/kept/storage'
import { knownWallets, waitForWallet } from '@kit/wallet/discover'
import { isRejection, sameAddress, type WalletChoice, type WalletProvider } from '@kit/wallet/provider'
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

/** The wallet did not sign, and not because the person said no. */
export class NotSigned extends Error {
  override readonly name = 'NotSigned'
}

/** So long a wallet may take: what is signed later is too old for the server. */
const signedWithinMs = 5 * 60_000

/** What a wallet was asked for. A fault of its own is NotSigned, and so is none of its answers coming. */
export async function fromWallet<Answer>(asked: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the wallet does not answer')), signedWithinMs)
  })
  try {
    return await Promise.race([asked, late])
  } catch (fault) {
    throw fault instanceof NoWallet || isRejection(fault) ? fault : new NotSigned('the wallet did not sign', { cause: fault })
  } finally {
    clearTimeout(timer)
  }
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
export function signText(text: string, address: string): Promise<string> {
  return fromWallet(walletOf(address).then((wallet) => personalSign(wallet, text, address)))
}
