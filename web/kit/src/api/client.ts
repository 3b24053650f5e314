import type { Data, Params, Path } from './contract'
import { ApiError, codeSignInAgain, TransportError } from './faults'
import { queryOf, requestOf } from './request'

/** A call that takes longer is given up. */
export const callTimeoutMs = 60_000

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

interface Envelope {
  code: number
  message?: unknown
  data?: unknown
}

/**
 * The one client. Every call is a POST with its payload in the query string; it succeeds only when the HTTP
 * status is 200 and the body's code is 200, and then gives the body's data. A refusal is toasted and rejected
 * as ApiError; a transport fault goes to the console only and is rejected as TransportError.
 */
export function createClient(surroundings: ClientSurroundings): Call {
  return async <P extends Path>(path: P, params?: Params<P>, options: CallOptions = {}): Promise<Data<P>> => {
    const token = options.token ?? surroundings.token()
    let envelope: Envelope
    try {
      envelope = await exchange(surroundings, { path, query: queryOf(params ?? {}), token }, options)
    } catch (fault) {
      if (fault instanceof TransportError) {
        surroundings.log(fault.reason === 'timeout' ? `call timed out: ${path}` : `call failed: ${path}`, fault)
      }
      throw fault
    }
    if (envelope.code === 200) return envelope.data as Data<P>
    const refusal = refusalOf(path, envelope, surroundings.systemError())
    if (!options.hideToast) surroundings.toastError(refusal.message)
    if (refusal.code === codeSignInAgain && token && options.token === undefined) surroundings.sessionLost(token)
    throw refusal
  }
}

/** Whether the parameters are a command's: only those name the request, so that it has one effect. */
export function isCommand(params: object | undefined): boolean {
  return params !== undefined && 'requestId' in params
}

function refusalOf(path: string, envelope: Envelope, systemError: string): ApiError {
  const said = typeof envelope.message === 'string' ? envelope.message.trim() : ''
  return new ApiError(path, envelope.code, said === '' ? systemError : said, envelope.data)
}

interface Request {
  path: string
  query: string
  token: string | null
}

async function exchange(surroundings: ClientSurroundings, { path, query, token }: Request, options: CallOptions): Promise<Envelope> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), surroundings.timeoutMs ?? callTimeoutMs)
  const giveUp = () => timeout.abort()
  options.signal?.addEventListener('abort', giveUp, { once: true })
  if (options.signal?.aborted) timeout.abort()
  try {
    const response = await surroundings.fetch(`${surroundings.host()}${path}${query}`, {
      ...requestOf({ token, language: surroundings.language() }),
      signal: timeout.signal,
      keepalive: options.keepalive ?? false,
    })
    if (response.status !== 200) throw new TransportError(path, 'status', { status: response.status })
    return envelopeOf(path, await response.text())
  } catch (fault) {
    if (options.signal?.aborted) throw fault
    if (timeout.signal.aborted) throw new TransportError(path, 'timeout', { cause: fault })
    if (fault instanceof TransportError) throw fault
    throw new TransportError(path, 'unreachable', { cause: fault })
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', giveUp)
  }
}

function envelopeOf(path: string, body: string): Envelope {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch (fault) {
    throw new TransportError(path, 'unreadable', { cause: fault })
  }
  if (typeof parsed === 'object' && parsed !== null && 'code' in parsed && typeof parsed.code === 'number') {
    return parsed as Envelope
  }
  throw new TransportError(path, 'unreadable')
}
