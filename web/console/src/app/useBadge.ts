import { useEffect } from 'react'
import { useSession } from '@console/session/store'
import { useToday } from './useToday'

const name = 'ETLD'

/** The document's title with what waits for the person: a tab that is not looked at says it. */
export function titleOf(mine: number, late: number): string {
  if (mine === 0) return name
  return `(${mine}${late > 0 ? '!' : ''}) ${name}`
}

/** Title and badge of the app count what waits for the person, as long as they are signed in; a mark says that some of it is late. */
export function useBadge(): void {
  const { data } = useToday()
  const isIn = useSession().is === 'in'
  const [mine, late] = isIn && data ? [data.mine, data.late] : [0, 0]
  useEffect(() => show(mine, late), [mine, late])
  useEffect(() => () => show(0, 0), [])
}

function show(mine: number, late: number): void {
  document.title = titleOf(mine, late)
  // Browsers without badges have a title alone.
  if ('setAppBadge' in navigator) void navigator.setAppBadge(mine).catch(() => undefined)
}
