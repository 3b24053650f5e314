import { lazy, Suspense, useEffect } from 'react'
import { loadTexts } from '@kit/i18n/text'
import { findUnattended, useEarlierCommands } from '@core/command/useCommand'
import { useSession } from '@core/session/store'

const EarlierCommands = lazy(async () => {
  const [module] = await Promise.all([import('./EarlierCommands'), loadTexts(['command'])])
  return { default: module.EarlierCommands }
})

/** Whether an earlier command waits for its answer; only then does the rest of its code come. */
export function Earlier() {
  const userId = useSession((state) => state.userInfo?.id)
  const isNeeded = useEarlierCommands(({ pending, outcomes }) => pending.length + outcomes.length > 0)
  useEffect(findUnattended, [userId])
  return isNeeded ? (
    <Suspense fallback={null}>
      <EarlierCommands />
    </Suspense>
  ) : null
}
