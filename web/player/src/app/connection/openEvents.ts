import { lanHeader } from '@kit/i18n/language'
import { currentLanguage } from '@kit/i18n/text'
import { queryOf } from '@kit/api/request'
import { useSession } from '@core/session/store'

/** Opens the stream of what happens to the signed-in user: a POST like every call, whose reply does not end. */
export async function openEvents(lastEventId: string | null, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
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
