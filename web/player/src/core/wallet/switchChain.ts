import { chainIdOf, isPending, isRejection, isUnknownChain, type WalletProvider } from '@kit/wallet/provider'

/** Pauses before the automatic retries; there are as many retries as pauses. */
export const retryPausesMs = [1_000, 3_000, 9_000] as const

/** What a wallet must be told to add the chain. */
export interface ChainFacts {
  chainId: number
  name: string
  rpcUrl: string
  explorer: string
}

export type SwitchOutcome = 'on_chain' | 'refused' | 'failed'

/** What the switch needs of the world around it. */
interface SwitchSurroundings {
  /** Whether somebody still waits for the switch. */
  isWanted: () => boolean
  pause: (ms: number) => Promise<void>
  /** The wallet shows another request, which has to be answered first. */
  tellBusy: () => void
  /** The person refused (4001): the spec's toast. */
  tellRefused: () => void
  /** The wallet could not switch. */
  tellFailed: () => void
}

type Attempt = 'done' | 'refused' | 'busy' | 'failed'

/**
 * Brings the wallet to the chain. A refusal is toasted and asked again at most three times with growing pauses;
 * then a button decides. An unknown chain is added first.
 */
export async function switchChain(provider: WalletProvider, chain: ChainFacts, surroundings: SwitchSurroundings): Promise<SwitchOutcome> {
  let wasBusy = false
  for (let retry = 0; ; retry += 1) {
    if (await isOnChain(provider, chain.chainId)) return 'on_chain'
    const attempt = await attemptSwitch(provider, chain)
    // Some wallets answer before they have switched, or add the chain without switching: the chain id decides.
    if (attempt === 'done' && (await isOnChain(provider, chain.chainId))) return 'on_chain'
    if (attempt === 'refused') surroundings.tellRefused()
    if (attempt === 'busy' && !wasBusy) surroundings.tellBusy()
    wasBusy ||= attempt === 'busy'
    if (attempt === 'failed') {
      surroundings.tellFailed()
      return 'failed'
    }
    const pauseMs = retryPausesMs[retry]
    if (pauseMs === undefined) return attempt === 'refused' ? 'refused' : 'failed'
    await surroundings.pause(pauseMs)
    if (!surroundings.isWanted()) return 'failed'
  }
}

async function isOnChain(provider: WalletProvider, chainId: number): Promise<boolean> {
  try {
    return chainIdOf(await provider.request({ method: 'eth_chainId' })) === chainId
  } catch {
    return false
  }
}

async function attemptSwitch(provider: WalletProvider, chain: ChainFacts): Promise<Attempt> {
  const hexId = `0x${chain.chainId.toString(16)}`
  try {
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: hexId }] })
    return 'done'
  } catch (fault) {
    if (isRejection(fault)) return 'refused'
    if (isPending(fault)) return 'busy'
    if (!isUnknownChain(fault)) return 'failed'
  }
  try {
    await provider.request({ method: 'wallet_addEthereumChain', params: [additionOf(chain, hexId)] })
    return 'done'
  } catch (fault) {
    if (isRejection(fault)) return 'refused'
    return isPending(fault) ? 'busy' : 'failed'
  }
}

function additionOf(chain: ChainFacts, hexId: string) {
  return {
    chainId: hexId,
    chainName: chain.name,
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    rpcUrls: [chain.rpcUrl],
    ...(chain.explorer ? { blockExplorerUrls: [chain.explorer] } : {}),
  }
}
