import { readKept } from '@kit/kept/kept'
import { keyIn, type World } from '../session/world'

/** An address that sends anchors from a time on, until the next one does. */
interface AnchorAddress {
  address: string
  since: string
}

/** Who sends the platform's anchors, as this device learnt it. */
interface Anchors {
  addresses: readonly AnchorAddress[]
  /** When the platform was last asked, by the server's clock. */
  lookedAt: string
}

// Forgetting a player's rounds leaves it: it says nothing of the player.
const name = 'etld.anchors'
const keptMax = 50

/** What this device keeps; null before the first look. A demo's chain has addresses of its own. */
export function readAnchors(storage: Storage, world: World): Anchors | null {
  const kept = readKept<Anchors>(storage, keyIn(world, name), { addresses: [{ address: '', since: '' }], lookedAt: '' })
  return kept && Number.isFinite(Date.parse(kept.lookedAt)) ? kept : null
}

/**
 * Keeps what the platform publishes. What was kept first stays; a new address counts only where its use began after
 * the last look, as an earlier one would have been published then.
 */
export function keepAnchors(storage: Storage, world: World, published: readonly AnchorAddress[], nowMs: number): Anchors {
  const before = readAnchors(storage, world)
  const lookedAt = before ? Date.parse(before.lookedAt) : Number.NEGATIVE_INFINITY
  const known = before?.addresses ?? []
  const isNew = (one: AnchorAddress) => Date.parse(one.since) > lookedAt && !known.some((other) => isSame(one, other))
  const addresses = [...known, ...published.filter(isNew).map(({ address, since }) => ({ address, since }))]
  const kept = {
    addresses: addresses.toSorted((left, right) => Date.parse(left.since) - Date.parse(right.since)).slice(-keptMax),
    lookedAt: new Date(Math.max(nowMs, lookedAt)).toISOString(),
  }
  storage.setItem(keyIn(world, name), JSON.stringify(kept))
  return kept
}

function isSame(one: AnchorAddress, other: AnchorAddress): boolean {
  return one.address.toLowerCase() === other.address.toLowerCase() && Date.parse(one.since) === Date.parse(other.since)
}
