import { Suspense, useEffect } from 'react'
import { late } from '@core/frame/late'
import { findUnattended, useEarlierCommands } from '@core/command/useCommand'
import { useSession } from '@core/session/store'

const EarlierCommands = late(() => import('./EarlierCommands').then((module) => module.EarlierCommands), ['command'])

/** Whether an earlier command waits for its answer; only then does the rest of its code come. */
export function Earlier() {
  const userId = useSession((state) => state.userId)
  const isNeeded = useEarlierCommands(({ pending, outcomes }) => pending.length + outcomes.length > 0)
  useEffect(findUnattended, [userId])
  return isNeeded ? (
    <Suspense fallback={null}>
      <EarlierCommands />
    </Suspense>
  ) : null
}
