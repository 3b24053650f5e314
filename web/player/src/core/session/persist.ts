import { defaultShouldDehydrateQuery, dehydrate, hydrate, type DehydratedState, type Query, type QueryClient } from '@tanstack/react-query'
import { del, get, keys, set } from 'idb-keyval'

const saveAfterMs = 2_000
/** Changes when the shape of answers changes, so that an old app's answers are not read by a new one. */
const format = 4

interface Kept {
  format: number
  savedAtMs: number
  state: DehydratedState
}

/** Restores what the device kept under the key and keeps saving; returns how to stop. */
export function keepOnDevice(answers: QueryClient, key: string, maxAgeMs: number): () => void {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | null = null

  void get<Kept>(key).then(
    (kept) => {
      if (isStopped || kept?.format !== format || Date.now() - kept.savedAtMs > maxAgeMs) return
      // Only what the memory does not have yet, or has older, is taken from the device.
      hydrate(answers, asOld(kept.state))
    },
    () => undefined,
  )

  function save(): void {
    timer = null
    const state = dehydrate(answers, { shouldDehydrateMutation: () => false, shouldDehydrateQuery: isKept })
    void set(key, { format, savedAtMs: Date.now(), state } satisfies Kept).catch(() => undefined)
  }

  const unsubscribe = answers.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') timer ??= setTimeout(save, saveAfterMs)
  })
  // Answers that came before this began are kept as well.
  timer = setTimeout(save, saveAfterMs)
  return () => {
    isStopped = true
    unsubscribe()
    if (timer) clearTimeout(timer)
  }
}

/**
 * A payment's progress is not kept: the next page would take it for the present one, see it end, and tell that a second
 * time. Nor is what a query says not to keep, nor the user, whom the session keeps.
 */
function isKept(query: Query): boolean {
  if (query.meta?.['isKept'] === false) return false
  const [path] = query.queryKey
  return defaultShouldDehydrateQuery(query) && !(typeof path === 'string' && (path.startsWith('/api/pay/') || path === '/api/user/getUserInfo'))
}

/** What was kept is shown, and asked for anew however young it is: whoever opens the page anew wants to know what holds now. */
function asOld(kept: DehydratedState): DehydratedState {
  return { ...kept, queries: kept.queries.map((query) => ({ ...query, state: { ...query.state, isInvalidated: true } })) }
}

/** Removes everything the device keeps under keys that begin so. */
export async function removeFromDevice(prefix: string): Promise<void> {
  try {
    const all = await keys()
    await Promise.all(all.filter((key) => typeof key === 'string' && key.startsWith(prefix)).map((key) => del(key)))
  } catch {
    // A browser that forbids the database has nothing to remove.
  }
}
