import type { PatientStorage } from './storage'

/**
 * Whether something has the shape of a sample. Null in a sample is what may be there or not: a text, a figure or null.
 * Lists hold what the sample's first item is, and texts where it has none.
 */
export function isLike(sample: unknown, value: unknown): boolean {
  if (sample === null) return value === null || typeof value === 'string' || typeof value === 'number'
  if (Array.isArray(sample)) return Array.isArray(value) && value.every((item) => isLike((sample as unknown[])[0] ?? '', item))
  if (typeof sample !== 'object') return typeof value === typeof sample
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(sample).every(([name, part]) => isLike(part, (value as Record<string, unknown>)[name]))
}

function parsed(storage: Pick<Storage, 'getItem'>, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** What was kept under a key; null where nothing was, or where an earlier program kept another shape than the sample's. */
export function readKept<Value>(storage: Pick<Storage, 'getItem'>, key: string, sample: Value): Value | null {
  const value = parsed(storage, key)
  return value !== null && isLike(sample, value) ? (value as Value) : null
}

/** Of a list that was kept under a key what has the sample's shape: one that has another takes no other with it. */
export function readKeptList<Item>(storage: Pick<Storage, 'getItem'>, key: string, sample: Item): Item[] {
  const value = parsed(storage, key)
  return Array.isArray(value) ? value.filter((item): item is Item => isLike(sample, item)) : []
}

/** Keeps something, or forgets it; whether that lasts longer than the page. What was there before would come back in its place then, and goes first. */
export function storeKept(storage: Pick<PatientStorage, 'setItem' | 'removeItem'>, key: string, value: unknown): boolean {
  storage.removeItem(key)
  return value === null || storage.setItem(key, JSON.stringify(value))
}
