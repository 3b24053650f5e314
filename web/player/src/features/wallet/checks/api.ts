import { deviceStorage } from '@kit/kept/storage'
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { AppInfo, Movement } from '@kit/api/contract'
import { isNotFound } from '@kit/api/faults'
import { dayOf } from '@kit/solvency/amount'
import { serverNow } from '@kit/time/clock'
import { keepNamed, wasKey, wasSender } from '@core/anchors/anchors'
import { askPublished } from '@core/anchors/api'
import { call } from '@core/session/api'
import { chainReader } from '@core/session/connection'
import { useSession } from '@core/session/store'
import { latestNow } from '@core/session/world'
import { against, endedDay, leastAt, midnightOf, type Counted } from './decideChecks'
import { firstSeen } from './seen'

export const againMs = 3_600_000
const unreadAgainMs = 60_000

/** Verifies on this device what the newest snapshot counts of the user; null where there is no snapshot yet. */
export function useCounted(): UseQueryResult<Counted | null> {
  const app = useSession((state) => state.app)
  const address = useSession((state) => state.address ?? '')
  // With the wallet there is more to look up.
  const onChain = useSession((state) => state.onChain)
  return useQuery({
    ...countedQuery(app, address, onChain),
    enabled: app !== null && address !== '',
    // What was found without the wallet stands until more is looked up with it.
    placeholderData: (before, query) => (query?.queryKey[1] === address ? before : undefined),
    refetchInterval: ({ state }) => (isSoonLookedUp(state.data?.verdict) ? unreadAgainMs : againMs),
  })
}

/** What a day at least has to bring. */
const notSoon: readonly string[] = ['late', 'late_key', 'movements', 'no_sender']

/** Whether a minute may bring what was not looked up: an anchor, a final block, a wallet. */
function isSoonLookedUp(verdict: Counted['verdict'] | undefined): boolean {
  return verdict?.kind === 'unread' && !notSoon.includes(verdict.what)
}

/** The same for whoever asks for it: a screen, or the app by itself. */
export function countedQuery(app: AppInfo | null, address: string, onChain: boolean | null) {
  return queryOptions({
    queryKey: ['verify snapshot', address, onChain],
    queryFn: () => checkNewest(known(app), address),
    staleTime: againMs,
    meta: { isKept: false },
    retry: false,
  })
}

/** Nothing is verified before the platform has said what it is. */
export function known(app: AppInfo | null): AppInfo {
  if (!app) throw new Error('there is nothing to verify')
  return app
}

async function checkNewest(app: AppInfo, address: string): Promise<Counted | null> {
  await idle()
  const { list, serverTime } = await call('/api/open/snapshots', {}, { hideToast: true })
  const [newest] = list
  if (!newest) return null
  const { text } = newest
  // The server's clock is known to some seconds, and a day is counted within the first of the next.
  const midnight = midnightOf(newest.snapshot, Math.max(serverNow(), Date.parse(serverTime)))
  if (midnight === null) return { day: endedDay(serverNow()), verdict: { kind: 'differs', reason: 'not_over' }, answer: null, text, seen: text }
  const day = dayOf(newest.snapshot)
  const seen = firstSeen(deviceStorage, 'snapshots', app, { name: newest.snapshot, text })
  const answer = await call('/api/open/myProof', { snapshotId: newest.snapshot }, { hideToast: true }).catch(nullWhereNothing)
  // In this order: what came in between shows among the movements.
  const held = await call('/api/userAccount/balance', {}, { hideToast: true })
  const least = leastAt(midnight, held, await postedSince(midnight))
  const ageMs = latestNow(app) - midnight
  if (answer === null) return { day, verdict: against(null, least, ageMs), answer, text, seen }
  const named = keepNamed(deviceStorage, app, await askPublished(), serverNow())
  const { checkProof } = await import('@kit/solvency/check')
  const found = await checkProof(answer, {
    snapshot: newest.snapshot,
    address,
    published: text,
    seen,
    anchorAddresses: named.addresses.map((one) => one.address),
    isSenderAt: (sender, atMs) => wasSender(named, sender, atMs),
    receiptKeys: named.keys.map(({ key }) => key),
    chain: await chainReader().catch(() => null),
  })
  const isKeyLate = found.kind === 'fits' && !wasKey(named, answer.key, midnight)
  const verdict = isKeyLate ? { kind: 'unread' as const, what: 'late_key' as const, owed: found.owed } : found
  return { day, verdict: against(verdict, least, ageMs), answer, text, seen }
}

// The platform's pages have up to 50 movements.
const movementPagesMax = 10

/** The movements that were posted since a midnight, newest first. */
async function postedSince(midnight: number): Promise<{ rows: Movement[]; isWhole: boolean }> {
  const rows: Movement[] = []
  let cursor = ''
  for (let pages = 0; pages < movementPagesMax; pages += 1) {
    const page = await call('/api/userAccount/balanceDetail', { order: 'posting', size: 50, ...(cursor !== '' && { cursor }) }, { hideToast: true })
    rows.push(...page.list)
    cursor = page.nextCursor
    const oldest = rows.at(-1)
    if (cursor === '' || (oldest && Date.parse(oldest.postedAt) < midnight)) return { rows, isWhole: true }
  }
  return { rows, isWhole: false }
}

export function nullWhereNothing(fault: unknown): null {
  if (isNotFound(fault)) return null
  throw fault
}

/** Waits until the screen has nothing else to do. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 2_000 })
    else setTimeout(resolve, 200)
  })
}
