import { tabStorage } from '@kit/kept/storage'
import { useEffect } from 'react'
import type { Data } from '@kit/api/contract'
import { queryOf } from '@kit/api/request'
import { follow, waitFor } from '@kit/events/follow'
import { useWatched } from '@kit/events/useWatched'
import { lanHeader } from '@kit/i18n/language'
import { currentLanguage, text, useLanguage } from '@kit/i18n/text'
import { toast } from '@kit/ui/toast'
import { useLive } from '@core/queries/live'
import { answers } from '@core/session/cache'
import { useSession } from '@core/session/store'
import { isSaid, readEvent, type LiveEvent } from './decideEvent'

/** Events that come together are answered together. */
const gatherMs = 150
/** What is more than these is read in the inbox. */
const toastsMax = 3

/**
 * Keeps one stream of events open while somebody is signed in and may be looking: what an event makes old is asked for
 * anew, and what a person would look for is said. Shows nothing.
 */
export function Live() {
  const token = useSession((state) => state.token)
  const userId = useSession((state) => state.userId)
  const language = useLanguage()
  const isWatched = useWatched()
  useEffect(() => {
    if (token === null || userId === null || !isWatched) return
    let gathered: LiveEvent[] = []
    let timer: ReturnType<typeof setTimeout> | undefined

    // Asked before the answers are made old; the screen may have had them before the event came.
    const isKnown = (period: string) =>
      answers.getQueriesData<Data<'/api/game/round'>>({ queryKey: ['/api/game/round', { period }] }).some(([, round]) => round?.state === 'drawn')

    function react(): void {
      const events = gathered
      gathered = []
      const beginnings = events.flatMap(({ outdates }) => outdates)
      void answers.invalidateQueries({
        predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith('/api/') && beginnings.some((beginning) => path.startsWith(beginning)),
      })
      const followed = { payment: /[?&]pay=/.test(location.hash), round: document.querySelector('[data-follows=round]') !== null, isKnown }
      say(events.filter((event) => isSaid(event, followed)))
    }

    const lastKey = `etld.events.${userId}`
    const stop = follow(
      {
        open: openEvents,
        onMessage: ({ id, data }) => {
          const event = readEvent(data)
          if (event) {
            gathered.push(event)
            timer = gathered.length === 1 ? setTimeout(react, gatherMs) : timer
          }
          if (id !== '') tabStorage.setItem(lastKey, id)
        },
        onLive: (isLive) => useLive.setState({ isLive }),
        wait: waitFor,
        random: Math.random,
      },
      tabStorage.getItem(lastKey),
    )
    return () => {
      stop()
      clearTimeout(timer)
      useLive.setState({ isLive: false })
      // What had come is not lost with the stream.
      if (gathered.length > 0) react()
    }
  }, [token, userId, language, isWatched])
  return null
}

function say(events: readonly LiveEvent[]): void {
  for (const event of events.slice(0, toastsMax)) {
    toast.plain(event.title === '' ? text('beside', 'live.round') : text('beside', 'live.notice', { title: event.title, text: event.text }))
  }
  if (events.length > toastsMax) toast.plain(text('beside', 'live.more', { count: events.length - toastsMax }))
}

/** Opens the stream of what happens to the signed-in user: a POST like every call, whose reply does not end. */
async function openEvents(lastEventId: string | null, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const { app, token } = useSession.getState()
  const response = await fetch(`${app?.apiHost ?? ''}/api/user/events${queryOf({ lastEventId })}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', lan: lanHeader(currentLanguage()), ...(token ? { token } : {}) },
    signal,
    credentials: 'omit',
    cache: 'no-store',
  })
  // A refusal comes as an answer like any other; what it says, the next call of the app hears as well.
  if (!response.ok || !response.body || !response.headers.get('Content-Type')?.startsWith('text/event-stream')) throw new Error('the server opens no stream')
  return response.body
}
