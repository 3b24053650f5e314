import { deviceStorage, tabStorage } from '@kit/kept/storage'
import { oneOf } from '@kit/words/oneOf'

const resumeKey = 'etld.resume'
const endingKey = 'etld.closed'
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

/** Why nobody is signed in until a person asks: the wallet was closed, or it shows another account. */
type Ending = 'closed' | 'changed'

/** Remembers why the session went, for the other tabs; null once a person asked for the next one. */
export function markEnding(why: Ending | null): void {
  if (why) deviceStorage.setItem(endingKey, why)
  else deviceStorage.removeItem(endingKey)
}

/** Why the last session went; null where a person has asked for the next one. */
export function lastEnding(): Ending | null {
  return oneOf(['closed', 'changed'], deviceStorage.getItem(endingKey))
}
