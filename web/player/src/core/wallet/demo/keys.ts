import { deviceStorage } from '@kit/kept/storage'
import { decodeFunctionData, erc20Abi, formatUnits, isAddressEqual, type Hex, type PrivateKeyAccount } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

const storageKey = 'etld.demo.key'

/** The demo wallet's account; its key is made in this browser at first use and never leaves it. */
export function demoAccount(): PrivateKeyAccount {
  const kept = deviceStorage.getItem(storageKey)
  if (kept && /^0x[0-9a-f]{64}$/.test(kept)) return privateKeyToAccount(kept as Hex)
  const fresh = generatePrivateKey()
  deviceStorage.setItem(storageKey, fresh)
  return privateKeyToAccount(fresh)
}

interface KnownToken {
  currency: string
  contract: string
  decimals: number
}

/** Reads what a transaction does, if it is a transfer of a token the deployment knows. */
export function readTransfer(contract: string, data: string, tokens: readonly KnownToken[]): { to: string; currency: string; amount: string } | null {
  const token = tokens.find((candidate) => isAddressEqual(candidate.contract as Hex, contract as Hex))
  if (!token) return null
  try {
    const call = decodeFunctionData({ abi: erc20Abi, data: data as Hex })
    if (call.functionName !== 'transfer') return null
    const [to, units] = call.args
    return { to, currency: token.currency, amount: formatUnits(units, token.decimals) }
  } catch {
    return null
  }
}
