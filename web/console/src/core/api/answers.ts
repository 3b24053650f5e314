import { QueryClient } from '@tanstack/react-query'
import { TransportError } from '@kit/api/faults'

/** What the server said, by the call and its body. */
export const answers = new QueryClient({
  defaultOptions: { queries: { retry: (count, fault) => count < 2 && fault instanceof TransportError, staleTime: 5_000, refetchOnWindowFocus: true } },
})

/** What was changed: everything that is shown is asked for anew. */
export async function readAnew(): Promise<void> {
  await answers.invalidateQueries()
}
