import type { AppInfo } from '@kit/api/contract'
import { deviceStorage } from '@kit/kept/storage'
import { boundBy, journalOf } from '@kit/solvency/log'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { call } from '@core/session/api'
import { useSession } from '@core/session/store'
import { againMs, known as knownApp } from '../api'
import type { Counted, Logged } from '../decideChecks'
import { followLog } from './followLog'
import { keepLine, lastLine } from '../seen'

/** Holds the public log, from the line on that the newest snapshot binds, to what this device and the chain know of it; null where there is none yet. */
export function useLog(counted: Counted | null | undefined): UseQueryResult<Logged | null> {
  const app = useSession((state) => state.app)
  return useQuery({
    queryKey: ['verify log', counted?.text, counted?.verdict?.kind],
    queryFn: () => checkLog(knownApp(app), counted ?? null),
    enabled: app !== null && counted !== undefined,
    staleTime: againMs,
    meta: { isKept: false },
    retry: false,
  })
}

async function checkLog(app: AppInfo, counted: Counted | null): Promise<Logged | null> {
  const newest = await call('/api/open/reserves', {}, { hideToast: true })
  const bound = counted ? boundBy(counted.text) : { line: null, journal: null }
  const known = { kept: lastLine(deviceStorage, app), bound: bound.line, journal: bound.journal }
  if (newest.number === 0 && known.kept === null && bound.line === null) return null
  const read = async (from: number) => (await call('/api/open/reserves', { from }, { hideToast: true })).lines
  const { line, fault, isWhole } = await followLog(newest.number, known, read)
  const shown = line ?? newest
  const journal = line && journalOf(line)
  if (fault !== null) return { line: shown, journal, verdict: { kind: 'differs', reason: fault } }
  keepLine(deviceStorage, app, shown)
  const isBound = counted?.verdict?.kind === 'fits' && bound.line !== null && isWhole
  return { line: shown, journal, verdict: { kind: isBound ? 'fits' : 'unread' } }
}
