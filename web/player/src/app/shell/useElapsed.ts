import { useEffect, useState } from 'react'

/** How long something lasts, told at the given steps only; it begins anew whenever `what` changes. */
export function useElapsed(what: string, stepsMs: readonly number[]): number {
  const [reached, setReached] = useState({ what, ms: 0 })
  useEffect(() => {
    const timers = stepsMs.map((ms) => setTimeout(() => setReached({ what, ms }), ms))
    return () => timers.forEach(clearTimeout)
  }, [what, stepsMs])
  return reached.what === what ? reached.ms : 0
}
