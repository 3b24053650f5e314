import { useEffect } from 'react'
import { useAnswer } from '@console/api/useAnswer'

const lookEveryMs = 20_000
const name = 'ETLD'

/** The document's title with what waits for the person: a tab that is not looked at says it. */
export function titleOf(mine: number, late: number): string {
  if (mine === 0) return name
  return `(${mine}${late > 0 ? '!' : ''}) ${name}`
}

/** Title and badge of the app count what waits for the person; a mark says that some of it is late. */
export function useBadge(): void {
  const { data } = useAnswer('boards/today', {}, { everyMs: lookEveryMs })
  const [mine, late] = [data?.mine ?? 0, data?.late ?? 0]
  useEffect(() => {
    document.title = titleOf(mine, late)
    // Browsers without badges have a title alone.
    if ('setAppBadge' in navigator) void navigator.setAppBadge(mine).catch(() => undefined)
  }, [mine, late])
}
