import type { Query, QueryClient } from '@tanstack/react-query'
import { retryAfterMs, slowAfterMs } from '../gate/decideGate'

/** When what is said of a silent server changes. */
export const slowStepsMs = [slowAfterMs, retryAfterMs]

/** Whether a query is the first read of something: until it is answered a screen has nothing to show. */
export function isFirstRead({ queryKey, state }: Pick<Query, 'queryKey'> & { state: Pick<Query['state'], 'data'> }): boolean {
  const [path] = queryKey
  return typeof path === 'string' && path.startsWith('/api/') && state.data === undefined
}

/** What is said of a server that has been silent for so long; null says nothing. */
export function decideSlow(waitedMs: number): 'slow' | 'retry' | null {
  if (waitedMs >= retryAfterMs) return 'retry'
  return waitedMs >= slowAfterMs ? 'slow' : null
}

/** Asks anew for everything a screen waits for. A first read that is under way is not repeated before it is called off. */
export async function askAnew(answers: QueryClient): Promise<void> {
  const waitedFor = { type: 'active', predicate: isFirstRead } as const
  await answers.cancelQueries(waitedFor)
  await answers.refetchQueries(waitedFor)
}
