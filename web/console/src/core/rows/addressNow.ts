/** The address as it is now, which a later answer finds other than the screen that asked did. */
export function addressNow(): { path: string; params: URLSearchParams } {
  const [path = '', search = ''] = location.hash.slice(1).split('?')
  return { path: path || '/', params: new URLSearchParams(search) }
}

/** Whether a screen still stands there with the same row open, or none. */
export function isStillOpen(path: string, key: string | null): boolean {
  const now = addressNow()
  return now.path === path && now.params.get('item') === key
}
