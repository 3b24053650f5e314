const prefix = 'etld.snapshots'
// As long as the platform keeps what proves a snapshot.
const keptMax = 400

/** The text that this device saw first for a snapshot: it is kept, and a second one never takes its place. */
export function firstSeen(storage: Storage, genesisHash: string, snapshot: string, text: string): string {
  const key = genesisHash === '' ? prefix : `${prefix}.${genesisHash.toLowerCase()}`
  const kept = read(storage, key)
  const before = kept.find(([of]) => of === snapshot)
  if (before) return before[1]
  const list = [...kept, [snapshot, text] as const].toSorted(([left], [right]) => right.localeCompare(left))
  storage.setItem(key, JSON.stringify(list.slice(0, keptMax)))
  return text
}

function read(storage: Storage, key: string): (readonly [string, string])[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one): one is [string, string] => Array.isArray(one) && one.every((part) => typeof part === 'string')) : []
  } catch {
    return []
  }
}
