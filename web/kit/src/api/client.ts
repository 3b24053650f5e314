import type { Data, Params, Path } from './contract'
import { exchange, refusalOf, type Envelope } from './envelope'
import { codeSignInAgain, TransportError } from './faults'
import { queryOf, requestOf } from './request'

export interface CallOptions {
  /** The caller tells the user itself; the client stays silent. */
  hideToast?: boolean
  signal?: AbortSignal
  /** Lets the request outlive the page, for the logout before a reload. */
  keepalive?: boolean
  /** The token to send instead of the current one, to revoke a session already cleared. */
  token?: string
}

/** What the client needs of the app around it. */
export interface ClientSurroundings {
  host: () => string
  token: () => string | null
  /** Who is signed in. */
  person: () => string | null
  language: () => string
  toastError: (message: string) => void
  /** The text for a refusal without a message. */
  systemError: () => string
  /** The server no longer knows this token. */
  sessionLost: (token: string) => void
  log: (line: string, fault: unknown) => void
  fetch: (url: string, request: RequestInit) => Promise<Response>
  timeoutMs?: number
}

export type Call = <P extends Path>(path: P, params?: Params<P>, options?: CallOptions) => Promise<Data<P>>

/**
 * The one client. Every call is a POST with its payload in the query string; it succeeds only when the HTTP
 * status is 200 and the body's code is 200, and then gives the body's data. A refusal is toasted and rejected
 * as ApiError, but nobody is told what another person was refused; a transport fault goes to the console only and is rejected as TransportError.
 */
export function createClient(surroundings: ClientSurroundings): Call {
  return async <P extends Path>(path: P, params?: Params<P>, options: CallOptions = {}): Promise<Data<P>> => {
    const token = options.token ?? surroundings.token()
    const person = surroundings.person()
    let envelope: Envelope
    try {
      envelope = await exchange({
        path,
        timeoutMs: surroundings.timeoutMs,
        signal: options.signal,
        send: (signal) =>
          surroundings.fetch(`${surroundings.host()}${path}${queryOf(params ?? {})}`, {
            ...requestOf({ token, language: surroundings.language() }),
            signal,
            keepalive: options.keepalive ?? false,
          }),
      })
    } catch (fault) {
      if (fault instanceof TransportError) {
        surroundings.log(fault.reason === 'timeout' ? `call timed out: ${path}` : `call failed: ${path}`, fault)
      }
      throw fault
    }
    if (envelope.code === 200) return envelope.data as Data<P>
    const refusal = refusalOf(path, envelope, surroundings.systemError())
    const isTheirs = person === null || person === surroundings.person()
    if (!options.hideToast && isTheirs) surroundings.toastError(refusal.message)
    if (refusal.code === codeSignInAgain && token && options.token === undefined) surroundings.sessionLost(token)
    throw refusal
  }
}

/** Whether the parameters are a command's: only those name the request, so that it has one effect. */
export function isCommand(params: object | undefined): boolean {
  return params !== undefined && 'requestId' in params
}
