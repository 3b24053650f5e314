import { ApiError, TransportError } from './faults'

/** A call that takes longer is given up. */
const callTimeoutMs = 60_000

/** What every answer of the server comes in. */
export interface Envelope {
  code: number
  message?: unknown
  data?: unknown
}

interface Exchange {
  path: string
  timeoutMs?: number | undefined
  signal?: AbortSignal | undefined
  send: (signal: AbortSignal) => Promise<Response>
}

/** Sends a request and reads the answer's envelope; without one it rejects with a TransportError. */
export async function exchange({ path, timeoutMs = callTimeoutMs, signal, send }: Exchange): Promise<Envelope> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), timeoutMs)
  const giveUp = () => timeout.abort()
  signal?.addEventListener('abort', giveUp, { once: true })
  if (signal?.aborted) timeout.abort()
  try {
    const response = await send(timeout.signal)
    if (response.status !== 200) throw new TransportError(path, 'status', { status: response.status })
    return envelopeOf(path, await response.text())
  } catch (fault) {
    if (signal?.aborted) throw fault
    if (timeout.signal.aborted) throw new TransportError(path, 'timeout', { cause: fault })
    if (fault instanceof TransportError) throw fault
    throw new TransportError(path, 'unreachable', { cause: fault })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
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

/** The refusal in an envelope whose code is not success. */
export function refusalOf(path: string, envelope: Envelope, systemError: string): ApiError {
  const said = typeof envelope.message === 'string' ? envelope.message.trim() : ''
  return new ApiError(path, envelope.code, said === '' ? systemError : said, envelope.data)
}
