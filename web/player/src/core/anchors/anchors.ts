import { senderAt } from '@kit/game/published'
import { readKept } from '@kit/kept/kept'
import { keyIn, latestNow, type World } from '../session/world'

/** An address that sends anchors from a time on, until the next one does. */
interface AnchorAddress {
  address: string
  since: string
}

/** When this device heard of something first: the latest that it may have been. */
interface Heard {
  heardAtMs: number
}

/** What the platform publishes of itself. */
interface Published {
  anchorAddresses: readonly AnchorAddress[]
  receiptKeys: readonly { key: string }[]
}

/** Who sends the platform's anchors and what signs its receipts, as this device learnt it. */
interface Named {
  addresses: readonly (AnchorAddress & Heard)[]
  keys: readonly ({ key: string } & Heard)[]
  /** When the platform was last asked, by the server's clock. */
  lookedAt: string
}

// Forgetting a player's rounds leaves it: it says nothing of the player.
const name = 'etld.anchors'
const keptMax = 50

/** What this device keeps; null before the first look. A demo's chain has addresses of its own. */
export function readNamed(storage: Storage, world: World): Named | null {
  const addresses = [{ address: '', since: '', heardAtMs: 0 }]
  const kept = readKept<Named>(storage, keyIn(world, name), { addresses, keys: [{ key: '', heardAtMs: 0 }], lookedAt: '' })
  return kept && Number.isFinite(Date.parse(kept.lookedAt)) ? kept : null
}

/**
 * Keeps what the platform publishes. What was kept first stays; a new address counts only where its use began after
 * the last look, as an earlier one would have been published then.
 */
export function keepNamed(storage: Storage, world: World, { anchorAddresses, receiptKeys }: Published, nowMs: number): Named {
  const before = readNamed(storage, world)
  const lookedAt = before ? Date.parse(before.lookedAt) : Number.NEGATIVE_INFINITY
  const [addresses, keys] = [before?.addresses ?? [], before?.keys ?? []]
  const heardAtMs = latestNow(world)
  const isNew = (one: AnchorAddress) => Date.parse(one.since) > lookedAt && !addresses.some((other) => isSame(one, other))
  const newAddresses = anchorAddresses.filter(isNew).map(({ address, since }) => ({ address, since, heardAtMs }))
  const newKeys = receiptKeys.filter(({ key }) => !keys.some((other) => other.key === key)).map(({ key }) => ({ key, heardAtMs }))
  // What is known by now was heard by now, whatever a wrong clock of this device said then.
  const byNow = <One extends Heard>(one: One): One => ({ ...one, heardAtMs: Math.min(one.heardAtMs, heardAtMs) })
  const kept = {
    addresses: [...addresses.map(byNow), ...newAddresses].toSorted((left, right) => Date.parse(left.since) - Date.parse(right.since)).slice(-keptMax),
    keys: [...keys.map(byNow), ...newKeys].slice(-keptMax),
    lookedAt: new Date(Math.max(nowMs, lookedAt)).toISOString(),
  }
  storage.setItem(keyIn(world, name), JSON.stringify(kept))
  return kept
}

/** Whether an address sent the anchors of a moment, and this device had heard of it before: whoever is named later could have been chosen for what was sent. */
export function wasSender({ addresses }: Named, address: string, atMs: number): boolean {
  const heard = addresses.filter(({ heardAtMs }) => heardAtMs < atMs)
  return [addresses, heard].every((list) => senderAt(list, atMs)?.toLowerCase() === address.toLowerCase())
}

/** Whether this device had heard of a key of receipts before a moment: one that is named when it is needed may be shown to one person alone. */
export function wasKey({ keys }: Named, key: string, atMs: number): boolean {
  return keys.some((one) => one.key === key && one.heardAtMs < atMs)
}

function isSame(one: AnchorAddress, other: AnchorAddress): boolean {
  return one.address.toLowerCase() === other.address.toLowerCase() && Date.parse(one.since) === Date.parse(other.since)
}
