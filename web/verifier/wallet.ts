import type { RoundDocument } from '@kit/game/document'
import { type ChainReader } from '@kit/game/blocks'
import { readSearch, type Search } from '@kit/game/search'

/** Anchors stand on BNB Smart Chain; a demo's chain has its id. */
const chainId = 56

/** A wallet in the reader's browser that stands on the platform's chain; null where there is none. The page itself has no network. */
export async function walletReader(): Promise<ChainReader | null> {
  const { ethereum } = window as unknown as { ethereum?: ChainReader }
  try {
    return ethereum && Number(await ethereum.request({ method: 'eth_chainId' })) === chainId ? ethereum : null
  } catch {
    return null
  }
}

/** What the wallet says of a round's anchors; nothing where it stands elsewhere, before or afterwards. */
export async function readByWallet(round: RoundDocument, address: string | undefined): Promise<Search | undefined> {
  const reader = address === undefined ? null : await walletReader()
  if (reader === null || address === undefined) return undefined
  try {
    const search = await readSearch(reader, round, address)
    return (await walletReader()) ? search : undefined
  } catch {
    return undefined
  }
}
