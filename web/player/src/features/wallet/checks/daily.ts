import { deviceStorage } from '@kit/kept/storage'
import type { QueryClient } from '@tanstack/react-query'
import { serverNow } from '@kit/time/clock'
import { keepNamed } from '@core/anchors/anchors'
import { askPublished } from '@core/anchors/api'
import { useSession } from '@core/session/store'
import { countedQuery } from './api'
import { endedDay } from './decideChecks'
import { keepLook, lastLook } from './seen'

/**
 * Verifies the snapshot of the day that ended, where this device has not: so it keeps what it was shown of each day
 * whether or not the wallet is opened. What it finds stands beside the total.
 */
export async function lookAtSnapshot(queries: QueryClient): Promise<void> {
  const { app, address, onChain } = useSession.getState()
  if (app === null || address === null) return
  if (!isDue(lastLook(deviceStorage, app, address), serverNow())) return
  // Also where nothing was counted yet: what is learnt today speaks for the midnights to come.
  keepNamed(deviceStorage, app, await askPublished(), serverNow())
  const counted = await queries.fetchQuery(countedQuery(app, address, onChain))
  if (counted) keepLook(deviceStorage, app, address, counted.day)
}

/** Whether another day has ended than the one that was looked at: a name of a day to come does not end the looks. */
export function isDue(looked: string | null, nowMs: number): boolean {
  return looked !== endedDay(nowMs)
}
