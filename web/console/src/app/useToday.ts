import { useAnswer } from '@console/api/useAnswer'

const lookEveryMs = 20_000

/** What waits and what stands still, for what stands around every screen; a window that nobody looks at asks as well. */
export function useToday() {
  return useAnswer('boards/today', {}, { everyMs: lookEveryMs, isAskedHidden: true })
}
