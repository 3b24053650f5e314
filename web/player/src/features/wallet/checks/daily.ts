import { deviceStorage } from '@kit/kept/storage'
import type { QueryClient } from '@tanstack/react-query'
import { serverNow } from '@kit/time/clock'
import { platformDay } from '@kit/time/zone'
import { useSession } from '@core/session/store'
import { countedQuery } from './api'
import { keepLook, lastLook } from './seen'

const dayMs = 86_400_000

/**
 * Verifies the snapshot of the day that ended, where this device has not: so it keeps what it was shown of each day
 * whether or not the wallet is opened. What it finds stands beside the total.
 */
export async function lookAtSnapshot(queries: QueryClient): Promise<void> {
  const { app, address, onChain } = useSession.getState()
  if (app === null || address === null) return
  if (!isDue(lastLook(deviceStorage, app, address), serverNow())) return
  const counted = await queries.fetchQuery(countedQuery(app, address, onChain))
  if (counted) keepLook(deviceStorage, app, address, counted.day)
}

/** Whether a later day has ended than the one that was looked at. */
export function isDue(looked: string | null, nowMs: number): boolean {
  return looked === null || looked < platformDay(nowMs - dayMs)
}
