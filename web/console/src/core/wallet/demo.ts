import type { WalletProvider } from '@kit/wallet/provider'
import { readKept } from '@kit/kept/kept'
import { tabStorage } from '@kit/kept/storage'
import { askPerson } from './requests'

const storageKey = 'etld.operator.demo'

interface Kept {
  address: string
  key: `0x${string}`
}

/** Keeps the key of one of the demo's people in this window alone, so that each window can be somebody else. */
export function keepDemoWallet(kept: Kept): void {
  tabStorage.setItem(storageKey, JSON.stringify(kept))
}

export function forgetDemoWallet(): void {
  tabStorage.removeItem(storageKey)
}

/** The text in what a wallet is asked to sign, which travels as hexadecimal UTF-8. */
function personalMessage(hex: string): string {
  const bytes = hex.slice(2).match(/../g) ?? []
  return new TextDecoder().decode(Uint8Array.from(bytes, (pair) => Number.parseInt(pair, 16)))
}

/** The wallet of the demo's person in this window, if it is the one of an address. */
export function demoWalletOf(address: string): WalletProvider | null {
  const kept = readKept<Kept>(tabStorage, storageKey, { address: '', key: '0x' })
  if (kept?.address !== address) return null
  return {
    async request({ method, params }) {
      if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [kept.address]
      if (method !== 'personal_sign') throw Object.assign(new Error(`the demo wallet does not know ${method}`), { code: 4200 })
      const raw = (params as [`0x${string}`])[0]
      // What signs is there before somebody is asked: a browser may not load again what it failed to load once.
      const { privateKeyToAccount } = await import('./keys')
      if (!(await askPerson(personalMessage(raw)))) throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
      return privateKeyToAccount(kept.key).signMessage({ message: { raw } })
    },
  }
}
