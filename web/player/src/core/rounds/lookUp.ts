import type { AppInfo, Data } from '@kit/api/contract'
import { quicknetKey } from '@kit/game/beacon'
import { timesOf } from '@kit/game/period'
import { senderAt } from '@kit/game/published'
import type { ChainReader } from '@kit/game/blocks'
import type { Held } from '@kit/game/document'
import type { Check, Step, Witness } from '@kit/game/verify'
import { serverNow } from '@kit/time/clock'
import { keepNamed, readNamed, wasKey, wasSender } from '../anchors/anchors'
import type { RoundAnswer } from './contract'
import { hasOwnBeacon, isBeforeLock } from './decideRounds'
import type { EntryReceipt } from './receipts'

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
  /** Says whether a receipt is what it must be to prove an entry. */
  isReceipt: (held: Held) => boolean | Promise<boolean>
}

type Published = Pick<Data<'/api/open/gameChain'>, 'receiptKeys' | 'anchorAddresses'>

/** What a round is held to. */
export interface AskedRound {
  /** The period that was asked for, whatever the answer names. */
  period: string
  /** What this device keeps of the player's entry. */
  receipt?: EntryReceipt
}

const chainWaitMs = 30_000

/** Recomputes a round that is over. What of it can be looked up is: in what this device knew before, and on the chain as the player's wallet sees it. */
export async function lookUp(round: RoundAnswer, { period, receipt }: AskedRound, sources: Sources): Promise<Check[]> {
  const [known, chain] = await Promise.all([learn(round, sources), inTime(sources.openChain()).catch(() => null)])
  const search = chain && known.anchorAddress ? await readChain(round, known.anchorAddress, chain, sources) : undefined
  // The server's word for its own beacon counts where the wallet stands on the demo's chain.
  const beaconKey = hasOwnBeacon(sources.app) ? (chain ? sources.app.beaconPublicKey : undefined) : quicknetKey
  const checks = await sources.verify(round, { period, held: receipt && heldOf(receipt), ...known, search, beaconKey })
  // Which entry was his, a device that did not make it has from the platform alone.
  const isTold = round.mine !== null && (receipt?.isTold ?? receipt === undefined)
  // Who, or what key, is named after the lock could have been chosen for what the round then comes to. Where the entry's
  // own question got no answer, this device may have known both long before.
  const named = readNamed(sources.storage, sources.app)
  const lockAtMs = timesOf(period)?.lockAt ?? 0
  const isKnown = isSameAddress(receipt?.anchorAddress, known.anchorAddress) || (named && wasSender(named, known.anchorAddress ?? '', lockAtMs))
  const isLate = (key: string) => receipt !== undefined && !(receipt.isKeyNamed && receipt.receiptKey === key) && !(named && wasKey(named, key, lockAtMs))
  const late: Partial<Record<Step, boolean>> = {
    root: isLate(round.receiptKey),
    receipt: isTold || isLate(receipt?.receiptKey ?? ''),
    anchor: receipt !== undefined && !isKnown,
  }
  return checks.map((check) => (late[check.step] && check.verdict === 'ok' ? { ...check, verdict: 'unread' } : check))
}

/** A round for others to verify: what the platform publishes, and what this device kept. What it was told late is the platform's word, as `mine` is. */
export function exportOf(round: RoundAnswer | undefined, receipt: EntryReceipt | undefined): Partial<RoundAnswer> & { held?: Held } {
  return { ...round, ...(receipt && !receipt.isTold && { held: heldOf(receipt) }) }
}

/** What is shown to others of a receipt. */
export function heldOf({ entryNo, box, amount, period, player, receipt, receiptKey, root }: EntryReceipt): Held {
  return { period, entryNo, box, amount, player, receipt, receiptKey, root }
}

function isSameAddress(one = '', other = ''): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/**
 * What can only be learnt before a round is locked: who sends its anchor and what key signs, so that none is named for it
 * afterwards, and that the receipt of the entry proves it. Without an answer in time nothing is learnt.
 */
export async function learnEarly(receipt: EntryReceipt, { app, storage, askPublished, isReceipt }: Sources): Promise<Partial<EntryReceipt>> {
  const lockAtMs = timesOf(receipt.period)?.lockAt ?? 0
  const [published, isProof] = await Promise.all([askPublished().catch(() => null), Promise.resolve(isReceipt(heldOf(receipt))).catch(() => true)])
  const named = published && keepNamed(storage, app, published, serverNow())
  const early = named && isBeforeLock(app, receipt.period) ? named : { addresses: [], keys: [] }
  const anchorAddress = senderAt(early.addresses, lockAtMs)
  const isKeyNamed = early.keys.some(({ key }) => key === receipt.receiptKey)
  return { ...(anchorAddress !== undefined && { anchorAddress }), ...(isKeyNamed && { isKeyNamed }), ...(!isProof && { outcome: 'receipt' }) }
}

/** The keys and addresses that a round is held to. The platform is asked where this device does not know them yet. */
async function learn(
  { lockAt, receiptKey, mine }: RoundAnswer,
  { app, storage, askPublished }: Sources,
): Promise<Pick<Witness, 'receiptKeys' | 'anchorAddress'>> {
  const kept = readNamed(storage, app)
  const areKeysKnown = [receiptKey, mine?.receiptKey ?? receiptKey].every((signer) => kept?.keys.some(({ key }) => key === signer))
  const isKnown = areKeysKnown && kept && Date.parse(kept.lookedAt) > Date.parse(lockAt)
  const { addresses, keys } = isKnown ? kept : keepNamed(storage, app, await askPublished(), serverNow())
  const anchorAddress = senderAt(addresses, Date.parse(lockAt))
  return { receiptKeys: keys.map(({ key }) => key), ...(anchorAddress !== undefined && { anchorAddress }) }
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
