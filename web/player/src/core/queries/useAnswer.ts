import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useLanguage } from '@kit/i18n/text'
import { call } from '../session/api'
import { answerKey } from '../session/cache'
import type { Data, Params, Path } from '@kit/api/contract'
import { askedAgainMs } from './askedAgain'
import { useLive } from './live'

interface AnswerOptions<Seen> {
  enabled?: boolean
  /** Asks again sooner than is usual (`askedAgain.ts`) where the last answer says that something goes on. */
  soonerMs?: (seen: Seen | undefined) => number | undefined
  staleMs?: number
  /** What the device knows before the first answer, however old. */
  first?: () => Seen | undefined
  /** The shell asks for itself: nothing of it stands on the screen as a figure. */
  isShell?: boolean
  /** It is about what somebody types: what was answered to something else is forgotten at once. */
  isPassing?: boolean
}

/**
 * The answer of a read call, cached by path, parameters and language. A failed read shows an inline retry on
 * the screen, so it raises no toast.
 */
export function useAnswer<P extends Path>(path: P, params: Params<P>, options: AnswerOptions<Data<P>> = {}): UseQueryResult<Data<P>> {
  const language = useLanguage()
  const isLive = useLive((state) => state.isLive)
  return useQuery({
    queryKey: answerKey(path, params, language),
    queryFn: ({ signal }) => call(path, params, { signal, hideToast: true }),
    enabled: options.enabled ?? true,
    refetchInterval: ({ state }) => options.soonerMs?.(state.data) ?? askedAgainMs(path, isLive),
    ...(options.isShell ? { meta: { isShell: true } } : {}),
    ...(options.first ? { initialData: options.first, initialDataUpdatedAt: 0 } : {}),
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
    ...(options.isPassing ? { gcTime: 0 } : {}),
  })
}
