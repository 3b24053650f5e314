import { useState } from 'react'

interface Selection {
  keys: ReadonlySet<string>
  toggle: (key: string) => void
  /** Selects these and no others. */
  keep: (keys: readonly string[]) => void
}

/** The rows that are chosen to be done together. */
export function useSelection(): Selection {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  return {
    keys,
    toggle: (key) => setKeys((before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key])),
    keep: (kept) => setKeys(new Set(kept)),
  }
}
