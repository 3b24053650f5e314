import type { Params, Path } from '@kit/api/contract'
import { queryOf, requestOf, type Asker } from '@kit/api/request'

/** A read that a screen makes as soon as it is shown. */
export type FirstCall = { [P in Path]: readonly [path: P, params: Params<P>] }[Path]

interface Ahead {
  answer: Promise<Response>
  giveUp: AbortController
  answeredAtMs: number | null
}

/** An answer that nobody fetched for so long is old, and asked for anew; one that is still on its way is not. */
const freshMs = 5_000
const sent = new Map<string, Ahead>()

function nameOf(url: string, headers: Record<string, string>): string {
  return [url, headers['token'], headers['lan']].join(' ')
}

/** Sends a read before the code is there that will ask for it. */
export function sendAhead([path, params]: FirstCall, asker: Asker): void {
  const url = path + queryOf(params)
  const request = requestOf(asker)
  const giveUp = new AbortController()
  const ahead: Ahead = { answer: fetch(url, { ...request, signal: giveUp.signal }), giveUp, answeredAtMs: null }
  const note = () => void (ahead.answeredAtMs = performance.now())
  // Whoever fetches it hears of a failure.
  ahead.answer.then(note, note)
  sent.set(nameOf(url, request.headers), ahead)
}

/** Fetches, or takes what the same person asked ahead in the same language. */
export function fetchOrTake(url: string, request: RequestInit): Promise<Response> {
  const name = nameOf(url, request.headers as Record<string, string>)
  const ahead = sent.get(name)
  sent.delete(name)
  if (!ahead || (ahead.answeredAtMs !== null && performance.now() - ahead.answeredAtMs > freshMs)) return fetch(url, request)
  request.signal?.addEventListener('abort', () => ahead.giveUp.abort())
  return ahead.answer
}
