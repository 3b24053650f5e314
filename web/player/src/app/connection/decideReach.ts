import type { Query } from '@tanstack/react-query'
import { TransportError } from '@kit/api/faults'

/** What is known of the line to the server, and from when the oldest of what is shown is; null where nothing is shown. */
export type Reach = { state: 'reached' } | { state: 'offline' | 'unreachable'; asOfMs: number | null }

type Read = Pick<Query, 'queryKey'> & {
  observers: readonly { options: { meta?: Record<string, unknown> | undefined } }[]
  state: Pick<Query['state'], 'data' | 'dataUpdatedAt' | 'error' | 'errorUpdatedAt'>
}

/** Decides by the reads of what is on the screen: the last one that ended says whether the server is there. */
export function decideReach(reads: readonly Read[], isOnline: boolean): Reach {
  const lost = Math.max(0, ...reads.map(({ state }) => (state.error instanceof TransportError ? state.errorUpdatedAt : 0)))
  const answered = Math.max(0, ...reads.map(({ state }) => state.dataUpdatedAt))
  if (isOnline && lost <= answered) return { state: 'reached' }
  const shown = reads.filter(
    ({ queryKey: [path], observers, state }) =>
      typeof path === 'string' && path.startsWith('/api/') && state.dataUpdatedAt > 0 && observers.some(({ options }) => !options.meta?.isShell),
  )
  return { state: isOnline ? 'unreachable' : 'offline', asOfMs: shown.length === 0 ? null : Math.min(...shown.map(({ state }) => state.dataUpdatedAt)) }
}
