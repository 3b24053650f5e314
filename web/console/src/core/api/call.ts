import { exchange, refusalOf } from '@kit/api/envelope'
import { ApiError, codeSignInAgain } from '@kit/api/faults'
import { lanHeader } from '@kit/i18n/language'
import { currentLanguage, text } from '@kit/i18n/text'
import { noteAnswer } from '@kit/time/clock'
import { toast } from '@kit/ui/toast'
import { noteActive } from '../session/activity'
import { currentSession, loseSession } from '../session/store'
import type { Body, Data, OperatorPath } from '../contract/contract'

export interface CallOptions {
  /** The page asks by itself: such a call keeps no session alive. */
  isBackground?: boolean
  /** The caller tells a refusal itself. */
  isQuiet?: boolean
  signal?: AbortSignal
}

/** Another window signed in as somebody else: the cookie is no longer this page's. */
const codePageOutdated = 2002

/** Makes a call of operators. A refusal is told by a toast and rejects with an ApiError. */
export async function call<P extends OperatorPath>(path: P, body: Body<P>, options: CallOptions = {}): Promise<Data<P>> {
  const session = currentSession()
  const headers: Record<string, string> = { 'Content-Type': 'application/json', lan: lanHeader(currentLanguage()) }
  if (session.is === 'in') headers['X-CSRF-Token'] = session.me.csrfToken
  if (options.isBackground) headers['X-Background'] = '1'
  const askedAtMs = Date.now()
  const envelope = await exchange({
    path,
    signal: options.signal,
    send: (signal) =>
      fetch(`/operator/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body), credentials: 'same-origin', cache: 'no-store', signal }),
  })
  if (envelope.code === 200) {
    if (!options.isBackground) noteActive()
    noteAnswer(envelope.data, askedAtMs)
    // The document says what a call answers with.
    return envelope.data as Data<P>
  }
  const refusal = refusalOf(path, envelope, text('common', 'systemError'))
  if (isSessionLost(refusal)) loseSession()
  else if (!options.isQuiet) toast.error(refusal.message)
  throw refusal
}

/** Whether a refusal says that nobody is signed in here any more. */
export function isSessionLost(fault: unknown): boolean {
  return fault instanceof ApiError && (fault.code === codeSignInAgain || fault.code === codePageOutdated)
}
