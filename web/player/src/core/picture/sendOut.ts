/** What became of a request to share: given to another app, not wanted after all, or not possible in this browser. */
type ShareOutcome = 'shared' | 'stopped' | 'unavailable'

/** Opens the device's own way to share. A "no" of the person is an answer. */
export async function sendOut(what: ShareData): Promise<ShareOutcome> {
  if (!canSendOut(what)) return 'unavailable'
  try {
    await navigator.share(what)
    return 'shared'
  } catch (fault) {
    return fault instanceof DOMException && fault.name === 'AbortError' ? 'stopped' : 'unavailable'
  }
}

/** Whether this browser can share it. Those without `canShare` know text and links only. */
export function canSendOut(what: ShareData): boolean {
  if (typeof navigator.share !== 'function') return false
  return typeof navigator.canShare === 'function' ? navigator.canShare(what) : !what.files
}
