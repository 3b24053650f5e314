import type { AppInfo, Data } from '@kit/api/contract'
import { quicknetKey } from '@kit/game/beacon'
import { senderAt } from '@kit/game/published'
import type { ChainReader } from '@kit/game/blocks'
import type { Check, Witness } from '@kit/game/verify'
import { serverNow } from '@kit/time/clock'
import { keepAnchors, readAnchors } from '../anchors/anchors'
import type { RoundAnswer } from './contract'
import { hasOwnBeacon } from './decideRounds'

/** Where the app looks things up. */
export interface Sources {
  app: AppInfo
  /** What this device keeps. */
  storage: Storage
  /** What the platform publishes of its keys and addresses. */
  askPublished: () => Promise<Published>
  /** The player's wallet; null where it does not stand on the deployment's chain. */
  openChain: () => Promise<ChainReader | null>
  /** Recomputes a round by what is known. */
  verify: (round: RoundAnswer, witness: Witness) => Check[] | Promise<Check[]>
}

type Published = Pick<Data<'/api/open/gameChain'>, 'receiptKeys' | 'anchorAddresses'>

/** What a receipt holds a round to. */
export type Held = Pick<Witness, 'entry' | 'player' | 'root'>

const chainWaitMs = 30_000

/** Recomputes a round that is over. What of it can be looked up is: in what this device knew before, and on the chain as the player's wallet sees it. */
export async function lookUp(round: RoundAnswer, held: Held, sources: Sources): Promise<Check[]> {
  const [known, chain] = await Promise.all([learn(round, sources), inTime(sources.openChain()).catch(() => null)])
  const search = chain && known.anchorAddress ? await readChain(round, known.anchorAddress, chain, sources) : undefined
  // The server's word for its own beacon counts where the wallet stands on the demo's chain.
  const beaconKey = hasOwnBeacon(sources.app) ? (chain ? sources.app.beaconPublicKey : undefined) : quicknetKey
  const checks = await sources.verify(round, { ...held, ...known, search, beaconKey })
  // Which entry was his, a device that did not make it has from the platform alone.
  const isTold = round.mine !== null && held.entry === undefined
  return checks.map((check) => (isTold && check.step === 'receipt' && check.verdict === 'ok' ? { ...check, verdict: 'unread' } : check))
}

/** Asks who sends anchors, so that nobody is named afterwards for a time before. */
export async function lookAtAnchors({ app, storage, askPublished }: Sources): Promise<void> {
  keepAnchors(storage, app.genesisHash, (await askPublished()).anchorAddresses, serverNow())
}

/** The keys and addresses that a round is held to. The platform is asked where this device does not know them yet. */
async function learn(
  { lockAt, receiptKey, mine }: RoundAnswer,
  { app, storage, askPublished }: Sources,
): Promise<Pick<Witness, 'receiptKeys' | 'anchorAddress'>> {
  const kept = readAnchors(storage, app.genesisHash)
  const areKeysKnown = receiptKey === app.receiptKey && (mine === null || mine.receiptKey === app.receiptKey)
  const published = areKeysKnown && kept && Date.parse(kept.lookedAt) > Date.parse(lockAt) ? null : await askPublished()
  const anchors = published ? keepAnchors(storage, app.genesisHash, published.anchorAddresses, serverNow()) : kept
  const anchorAddress = anchors ? senderAt(anchors.addresses, Date.parse(lockAt)) : undefined
  return { receiptKeys: published ? published.receiptKeys.map(({ key }) => key) : [app.receiptKey], ...(anchorAddress !== undefined && { anchorAddress }) }
}

/** What the player's wallet reads of the chain; undefined where it reads nothing, or moved to another chain meanwhile. */
async function readChain(round: RoundAnswer, anchorAddress: string, chain: ChainReader, { openChain }: Sources): Promise<Witness['search']> {
  const { readSearch } = await import('@kit/game/search')
  try {
    const search = await inTime(readSearch(chain, round, anchorAddress))
    return (await inTime(openChain())) === chain ? search : undefined
  } catch {
    return undefined
  }
}

/** A wallet may never answer. */
function inTime<T>(reading: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('the wallet does not answer')), chainWaitMs))
  return Promise.race([reading, late])
}
