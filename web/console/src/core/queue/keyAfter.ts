/** The row that is looked at once a row is gone: the one behind it, else the one before. */
export function keyAfter(keys: readonly string[], gone: string): string | null {
  const at = keys.indexOf(gone)
  return keys[at + 1] ?? keys[at - 1] ?? null
}
