import { readKeptList } from '@kit/kept/kept'
import { keyIn, type World } from '@core/session/world'

const prefix = 'etld.'
const line = `${prefix}line`
const looked = `${prefix}looked`
// As long as the platform keeps what proves a snapshot.
const keptMax = 400

/** Of what a device keeps what it saw first: the text of a snapshot, the hash of a statement. */
type Kept = 'snapshots' | 'statements'

/** What this device saw first under a name: it is kept, and a second one never takes its place. */
export function firstSeen(storage: Storage, kept: Kept, world: World, { name, text }: { name: string; text: string }): string {
  const key = keyIn(world, prefix + kept)
  const list = read(storage, key)
  const before = list.find(([of]) => of === name)
  if (before) return before[1]
  const longer = [...list, [name, text] as const].toSorted(([left], [right]) => right.localeCompare(left))
  storage.setItem(key, JSON.stringify(longer.slice(0, keptMax)))
  return text
}

/** The newest line of the public log that this device found in order; null before the first. */
export function lastLine(storage: Storage, world: World): { number: number; hash: string } | null {
  const [newest] = read(storage, keyIn(world, line))
  return newest ? { number: Number(newest[0]), hash: newest[1] } : null
}

/** Keeps the newest line that was found in order. */
export function keepLine(storage: Storage, world: World, { number, hash }: { number: number; hash: string }): void {
  storage.setItem(keyIn(world, line), JSON.stringify([[String(number), hash]]))
}

/** The day of the snapshot that this device looked at last for an address; null before the first. */
export function lastLook(storage: Storage, world: World, address: string): string | null {
  return read(storage, keyIn(world, looked)).find(([of]) => of === address)?.[1] ?? null
}

// A device has as many people as it has accounts in its wallet.
const peopleMax = 20

export function keepLook(storage: Storage, world: World, address: string, day: string): void {
  const others = read(storage, keyIn(world, looked)).filter(([of]) => of !== address)
  storage.setItem(keyIn(world, looked), JSON.stringify([[address, day], ...others].slice(0, peopleMax)))
}

function read(storage: Storage, key: string): (readonly [string, string])[] {
  return readKeptList(storage, key, ['', ''])
}
