/** The beginnings of the paths that a message of the stream calls old; none where it is not one of ours. */
export function outdatedBy(data: string): string[] {
  try {
    const { outdates } = JSON.parse(data) as { outdates?: unknown }
    return Array.isArray(outdates) ? outdates.filter((path) => typeof path === 'string') : []
  } catch {
    return []
  }
}

/** Whether what was asked under a key is among them. */
export function isOutdated(key: readonly unknown[], beginnings: readonly string[]): boolean {
  const [path] = key
  return typeof path === 'string' && beginnings.some((beginning) => path.startsWith(beginning))
}
