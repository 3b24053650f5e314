import { messageReader, type Message } from './readMessages'

/** What following a stream needs of the app around it. */
interface FollowSurroundings {
  /** Opens the stream, after the message last seen where there was one. */
  open: (lastEventId: string | null, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>
  /** Each message once, in the order of the stream. */
  onMessage: (message: Message) => void
  /** Whether the stream is open. */
  onLive: (isLive: boolean) => void
  /** Resolves after so long, or at once when given up. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** From 0 up to 1. */
  random: () => number
}

/** The server's heart beats every 15 s: after more than two of them missed, the line is dead, whatever it says. */
export const silenceMaxMs = 40_000
const pauseMs = 1_000
const pauseMaxMs = 30_000
const seenMax = 256

/** How long to wait before the next try: longer each time, and never the same for everybody. */
export function pauseAfter(failures: number, random: number): number {
  return Math.min(pauseMaxMs, pauseMs * 2 ** failures) * (0.5 + random / 2)
}

/** Follows a stream of events until it is stopped: resumes after each break, and tells every message once. */
export function follow({ open, onMessage, onLive, wait, random }: FollowSurroundings, lastEventId: string | null): () => void {
  const stopped = new AbortController()
  const seen = new Set<string>()
  let last = lastEventId
  let failures = 0

  const take = (message: Message) => {
    if (message.id !== '') {
      if (seen.has(message.id)) return
      seen.add(message.id)
      const [oldest] = seen
      if (seen.size > seenMax && oldest !== undefined) seen.delete(oldest)
      last = message.id
    }
    onMessage(message)
  }

  async function readOnce(): Promise<void> {
    const line = new AbortController()
    const cut = () => line.abort()
    stopped.signal.addEventListener('abort', cut, { once: true })
    let silence = setTimeout(cut, silenceMaxMs)
    try {
      const reader = (await open(last, line.signal))
        .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>, { signal: line.signal })
        .getReader()
      const read = messageReader(take)
      let isOpen = false
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        // Headers alone are no news: what stands between may hold the body back.
        if (!isOpen) onLive((isOpen = true))
        failures = 0
        clearTimeout(silence)
        silence = setTimeout(cut, silenceMaxMs)
        read(value)
      }
    } finally {
      cut()
      clearTimeout(silence)
      stopped.signal.removeEventListener('abort', cut)
      onLive(false)
    }
  }

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      // A broken line is no news: it is taken up again.
      await readOnce().catch(() => undefined)
      if (stopped.signal.aborted) return
      await wait(pauseAfter(failures, random()), stopped.signal)
      failures += 1
    }
  }

  void run()
  return () => stopped.abort()
}

/** Resolves after so long, or at once when given up. */
export function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const waiting = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(waiting)
        resolve()
      },
      { once: true },
    )
  })
}
