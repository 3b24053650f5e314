import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { TransportError } from '@kit/api/faults'

/** What the server said, by the call and its body. */
export const answers = new QueryClient({
  defaultOptions: { queries: { retry: (count, fault) => count < 2 && fault instanceof TransportError, staleTime: 5_000, refetchOnWindowFocus: true } },
})

/** Whether something was asked for before and answered or refused: what is asked again, the page asks by itself. */
export function wasAsked(key: QueryKey): boolean {
  const { dataUpdateCount = 0, errorUpdateCount = 0 } = answers.getQueryState(key) ?? {}
  return dataUpdateCount + errorUpdateCount > 0
}

/** What was changed: everything that is shown is asked for anew. */
export async function readAnew(): Promise<void> {
  await answers.invalidateQueries()
}
