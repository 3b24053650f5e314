import { exchange, refusalOf } from '@kit/api/envelope'
import { ApiError, codePageOutdated, codeSignInAgain } from '@kit/api/faults'
import { lanHeader } from '@kit/i18n/language'
import { currentLanguage, text } from '@kit/i18n/text'
import { noteAnswer } from '@kit/time/clock'
import { toast } from '@kit/ui/toast'
import { noteActive } from '../session/activity'
import { currentSession, loseSession, type Session } from '../session/store'
import type { Body, Data, OperatorPath } from '../contract/contract'

interface CallOptions {
  /** The page asks by itself: such a call keeps no session alive. */
  isBackground?: boolean
  /** The caller tells a refusal itself. */
  isQuiet?: boolean
  signal?: AbortSignal
}

/** Sends a call of operators, by which the server knows that a page of ours makes it. */
function send<P extends OperatorPath>(path: P, body: Body<P>, { isBackground, signal }: CallOptions): Promise<Response> {
  const session = currentSession()
  const headers: Record<string, string> = { 'Content-Type': 'application/json', lan: lanHeader(currentLanguage()) }
  if (session.is === 'in') headers['X-CSRF-Token'] = session.me.csrfToken
  if (isBackground) headers['X-Background'] = '1'
  return fetch(`/operator/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body), credentials: 'same-origin', cache: 'no-store', signal })
}

/** Opens the reply of a call that does not end. */
export async function openStream(path: OperatorPath, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const response = await send(path, {}, { isBackground: true, signal })
  // A refusal comes as an answer like any other; what it says, the next call hears as well.
  if (!response.body || !response.headers.get('Content-Type')?.startsWith('text/event-stream')) throw new Error('the server opens no stream')
  return response.body
}

/** The operator of a session, also of one that ended while a screen of theirs stands there. */
function personOf(session: Session): string | null {
  return session.is === 'in' || session.is === 'lost' ? session.me.id : null
}

/**
 * Makes a call of operators. A refusal is told by a toast and rejects with an ApiError. What comes when somebody else
 * works on the page is told to nobody, and ends no session.
 */
export async function call<P extends OperatorPath>(path: P, body: Body<P>, options: CallOptions = {}): Promise<Data<P>> {
  const askedAtMs = Date.now()
  const person = personOf(currentSession())
  const envelope = await exchange({ path, signal: options.signal, send: (signal) => send(path, body, { ...options, signal }) })
  if (envelope.code === 200) {
    if (!options.isBackground) noteActive(personOf(currentSession()))
    noteAnswer(envelope.data, askedAtMs)
    // The document says what a call answers with.
    return envelope.data as Data<P>
  }
  const refusal = refusalOf(path, envelope, text('common', 'systemError'))
  if (person !== null && person !== personOf(currentSession())) throw refusal
  if (isSessionLost(refusal)) loseSession()
  else if (!options.isQuiet) toast.error(refusal.message)
  throw refusal
}

/** Whether a refusal says that nobody is signed in here any more. */
export function isSessionLost(fault: unknown): boolean {
  return fault instanceof ApiError && (fault.code === codeSignInAgain || fault.code === codePageOutdated)
}
