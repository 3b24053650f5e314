import type { UseQueryResult } from '@tanstack/react-query'

/** An answer that is asked for three times a minute is late by then. */
const staleMs = 60_000

/** Whether what was read is no longer read anew: refused, without a line, or late. */
export function isStale({ isError, fetchStatus }: Pick<UseQueryResult, 'isError' | 'fetchStatus'>, readAt: string | null, nowMs: number): boolean {
  return isError || fetchStatus === 'paused' || (readAt !== null && nowMs - Date.parse(readAt) > staleMs)
}
