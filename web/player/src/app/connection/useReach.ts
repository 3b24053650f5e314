import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useSyncExternalStore } from 'react'
import { decideReach, type Reach } from './decideReach'

/** Follows the line to the server by what the screens' reads bring. */
export function useReach(): Reach {
  const answers = useQueryClient()
  const last = useRef<Reach>({ state: 'reached' })
  const subscribe = useCallback(
    (tell: () => void) => {
      const stops = [answers.getQueryCache().subscribe(tell), onlineManager.subscribe(tell)]
      return () => stops.forEach((stop) => stop())
    },
    [answers],
  )
  const read = useCallback(() => {
    const now = decideReach(answers.getQueryCache().findAll({ type: 'active' }), onlineManager.isOnline())
    // The same news is the same object, so that nothing renders anew.
    if (JSON.stringify(now) !== JSON.stringify(last.current)) last.current = now
    return last.current
  }, [answers])
  return useSyncExternalStore(subscribe, read)
}
