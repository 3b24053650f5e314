import type { AppInfo, Row } from '@kit/api/contract'
import { deviceStorage } from '@kit/kept/storage'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { call } from '@core/session/api'
import { useSession } from '@core/session/store'
import { againMs, known, nullWhereNothing } from '../api'
import type { Divided } from '../decideChecks'
import { dividedBy, rowsDue, withOpenings } from './decideDividends'
import { firstSeen } from '../seen'

/** How many of the newest months are recomputed. */
const monthsMax = 3

/** Recomputes on this device the statements of the newest months in which the user's nodes counted. */
export function useDividends(): UseQueryResult<readonly Divided[]> {
  const app = useSession((state) => state.app)
  const address = useSession((state) => state.address ?? '')
  return useQuery({
    queryKey: ['verify dividends', address],
    queryFn: () => checkDividends(known(app)),
    enabled: app !== null && address !== '',
    staleTime: againMs,
    meta: { isKept: false },
    retry: false,
  })
}

async function checkDividends(app: AppInfo): Promise<readonly Divided[]> {
  const { months } = await call('/api/node/dividendPool', {}, { hideToast: true })
  const nodes = await ownNodes()
  const found = await Promise.all(
    months.slice(0, monthsMax).map(async (month) => {
      const { pools } = await call('/api/node/dividendPool', { month }, { hideToast: true })
      const asked = pools.map(({ level, myRows }) => ({ month, level, told: myRows, due: rowsDue(nodes, month, level) }))
      return Promise.all(
        asked
          .filter(({ told, due }) => told.length + due.length > 0)
          .map(async ({ level, told, due }) => {
            const statement = await call('/api/node/statement', { month, level }, { hideToast: true }).catch(nullWhereNothing)
            const seen = statement && firstSeen(deviceStorage, 'statements', app, { name: `${month} ${level}`, text: statement.hash })
            return { statement, divided: dividedBy({ month, level }, statement, { told, due, seen }) }
          }),
      )
    }),
  )
  return withOpenings(found.flat())
}

// The platform's pages have up to 50 nodes.
const nodePagesMax = 10

async function ownNodes(): Promise<Row<'/api/node/mine'>[]> {
  const nodes: Row<'/api/node/mine'>[] = []
  let cursor = ''
  for (let pages = 0; pages < nodePagesMax; pages += 1) {
    const page = await call('/api/node/mine', { size: 50, ...(cursor !== '' && { cursor }) }, { hideToast: true })
    nodes.push(...page.list)
    cursor = page.nextCursor
    if (cursor === '') break
  }
  return nodes
}
