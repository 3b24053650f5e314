import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { AppInfo } from '@kit/api/contract'
import { ApiError } from '@kit/api/faults'
import { dayOf } from '@kit/solvency/amount'
import { serverNow } from '@kit/time/clock'
import { keepAnchors } from '@core/anchors/anchors'
import { call } from '@core/session/api'
import { chainReader } from '@core/session/connection'
import { useSession } from '@core/session/store'
import { against, untouchedSince, type Counted } from './decideChecks'
import { firstSeen } from './seen'

const againMs = 3_600_000
const unreadAgainMs = 60_000
const notFound = 1005
/** How many of the newest movements tell whether anything moved since a midnight. */
const movementsMax = 50

/** Verifies on this device what the newest snapshot counts of the user; null where there is no snapshot yet. */
export function useCounted(): UseQueryResult<Counted | null> {
  const app = useSession((state) => state.app)
  const address = useSession((state) => state.address ?? '')
  // With the wallet there is more to look up.
  const onChain = useSession((state) => state.onChain)
  return useQuery({
    queryKey: ['verify snapshot', address, onChain],
    queryFn: () => {
      if (!app) throw new Error('there is nothing to verify')
      return checkNewest(app, address)
    },
    enabled: app !== null && address !== '',
    staleTime: againMs,
    refetchInterval: ({ state }) => (state.data?.verdict?.kind === 'unread' ? unreadAgainMs : againMs),
    meta: { isKept: false },
    retry: false,
  })
}

async function checkNewest(app: AppInfo, address: string): Promise<Counted | null> {
  await idle()
  const [newest] = (await call('/api/open/snapshots', {}, { hideToast: true })).list
  if (!newest) return null
  const day = dayOf(newest.snapshot)
  const seen = firstSeen(localStorage, app.genesisHash, newest.snapshot, newest.text)
  const answer = await call('/api/open/myProof', { snapshotId: newest.snapshot }, { hideToast: true }).catch(nullWhereNothing)
  // In this order: what came in between shows among the movements.
  const held = await call('/api/userAccount/balance', {}, { hideToast: true })
  const movements = await call('/api/userAccount/balanceDetail', { size: movementsMax }, { hideToast: true })
  const least = untouchedSince(newest.at, held, movements.list)
  if (answer === null) return { day, verdict: against(null, least), answer }
  const published = await call('/api/open/gameChain', { date: day }, { hideToast: true })
  const anchors = keepAnchors(localStorage, app.genesisHash, published.anchorAddresses, serverNow())
  const { checkProof } = await import('@kit/solvency/check')
  const verdict = await checkProof(answer, {
    snapshot: newest.snapshot,
    address,
    published: newest.text,
    seen,
    anchorAddresses: anchors.addresses.map((one) => one.address),
    receiptKeys: published.receiptKeys.map(({ key }) => key),
    chain: await chainReader().catch(() => null),
  })
  return { day, verdict: against(verdict, least), answer }
}

function nullWhereNothing(fault: unknown): null {
  if (fault instanceof ApiError && fault.code === notFound) return null
  throw fault
}

/** Waits until the screen has nothing else to do. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 2_000 })
    else setTimeout(resolve, 200)
  })
}
