import { onlineManager, QueryClient } from '@tanstack/react-query'
import type { Data, Params, Path, UserInfo } from '@kit/api/contract'
import { ApiError, TransportError } from '@kit/api/faults'
import type { Language } from '@kit/i18n/language'
import { currentLanguage } from '@kit/i18n/text'
import { keepUser } from './store'

const staleMs = 15_000
const keepMs = 24 * 60 * 60 * 1000
const retriesMax = 2

/** A refusal is never asked again by itself, nor is a server that let a whole minute pass; a broken line is, twice. */
export function isWorthRetrying(failures: number, fault: unknown): boolean {
  if (fault instanceof ApiError || (fault instanceof TransportError && fault.reason === 'timeout')) return false
  return failures < retriesMax
}

// The library takes a page for online until it hears otherwise; this one may have been opened without a line.
if (typeof navigator !== 'undefined' && navigator.onLine === false) onlineManager.setOnline(false)

/** The one cache of answers. */
export const answers = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: staleMs,
      gcTime: keepMs,
      // Without a line a screen is told so, not left waiting; it asks again when the line is back.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: isWorthRetrying,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

// The user is what the first frame of the next visit shows.
answers.getQueryCache().subscribe(({ type, query }) => {
  if (type === 'updated' && query.queryKey[0] === '/api/user/getUserInfo' && query.state.dataUpdatedAt > 0) keepUser(query.state.data as UserInfo)
})

/** The name of an answer in the cache. */
export function answerKey<P extends Path>(path: P, params: Params<P>, language: Language): readonly unknown[] {
  return [path, params, language]
}

/** Keeps an answer that no screen asked for, so that the screen that needs it does not ask again. */
export function keepAnswer<P extends Path>(path: P, params: Params<P>, data: Data<P>): void {
  answers.setQueryData(answerKey(path, params, currentLanguage()), data)
}

/**
 * Changes what is cached of a call after an act. What is being read at that moment may be as it was before the act: it is
 * read anew, and does not come in its place.
 */
export function changeAnswers<P extends Path, Cached = Data<P>>(path: P, change: (cached: Cached | undefined) => Cached | undefined): void {
  const queryKey = [path]
  answers.setQueriesData<Cached>({ queryKey }, change)
  void answers.invalidateQueries({ queryKey, predicate: ({ state }) => state.fetchStatus !== 'idle' })
}

let persisted: { key: string; stop: () => void } | null = null

/** Keeps this user's answers on the device, for reading offline. What does it is loaded lazily, after the first screen. */
export async function persistAnswers(userId: string): Promise<void> {
  const key = `etld.answers.${userId}`
  if (persisted?.key === key) return
  persisted?.stop()
  const one = { key, stop: () => {} }
  persisted = one
  const { keepOnDevice } = await import('./persist')
  // On a slow line the user may have left, or another one come, before the code is there.
  if (persisted === one) one.stop = keepOnDevice(answers, key, keepMs)
}

/** Forgets every answer of the user, in memory and on the device. */
export async function forgetAnswers(): Promise<void> {
  persisted?.stop()
  persisted = null
  await answers.cancelQueries()
  answers.clear()
  // Whoever leaves without a line must not be kept by code that never came.
  await import('./persist').then(
    ({ removeFromDevice }) => removeFromDevice('etld.answers.'),
    () => undefined,
  )
}
