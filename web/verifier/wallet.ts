import type { RoundDocument } from '@kit/game/document'
import { readSearch, type ChainReader, type Search } from '@kit/game/search'

/** Anchors stand on BNB Smart Chain; a demo's chain has its id. */
const chainId = 56

/** What a wallet in the reader's browser says of the chain. The page itself has no network; without a wallet, or where it stands elsewhere, nothing is read. */
export async function readByWallet(round: RoundDocument, address: string | undefined): Promise<Search | undefined> {
  const { ethereum } = window as unknown as { ethereum?: ChainReader }
  if (!ethereum || address === undefined) return undefined
  const isThere = async () => Number(await ethereum.request({ method: 'eth_chainId' })) === chainId
  try {
    if (!(await isThere())) return undefined
    const search = await readSearch(ethereum, round, address)
    return (await isThere()) ? search : undefined
  } catch {
    return undefined
  }
}
