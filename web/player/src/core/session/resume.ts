import { deviceStorage, tabStorage } from '@kit/kept/storage'
const resumeKey = 'etld.resume'
const closedKey = 'etld.closed'
const validMs = 120_000
const resumesMax = 3

interface Resume {
  walletId: string
  atMs: number
  times: number
}

function readResume(): Resume | null {
  try {
    return JSON.parse(tabStorage.getItem(resumeKey) ?? 'null') as Resume | null
  } catch {
    return null
  }
}

/** Notes that a sign-in is under way, so that a reload the wallet causes finds its way back to it. */
export function markResume(walletId: string, nowMs = Date.now()): void {
  const times = readResume()?.times ?? 0
  tabStorage.setItem(resumeKey, JSON.stringify({ walletId, atMs: nowMs, times }))
}

/** The sign-in a reload interrupted: at most three times in a row and two minutes long, so it never loops. */
export function takeResume(nowMs = Date.now()): { walletId: string } | null {
  const resume = readResume()
  if (!resume || nowMs - resume.atMs > validMs || resume.times >= resumesMax) {
    clearResume()
    return null
  }
  tabStorage.setItem(resumeKey, JSON.stringify({ ...resume, times: resume.times + 1 }))
  return { walletId: resume.walletId }
}

/** The sign-in ended, one way or the other. */
export function clearResume(): void {
  tabStorage.removeItem(resumeKey)
}

/** Remembers that the person closed the wallet: the next visit waits to be asked. */
export function markClosed(isClosed: boolean): void {
  if (isClosed) deviceStorage.setItem(closedKey, '1')
  else deviceStorage.removeItem(closedKey)
}

/** Whether the person closed the wallet last time. */
export function wasClosed(): boolean {
  return deviceStorage.getItem(closedKey) !== null
}
