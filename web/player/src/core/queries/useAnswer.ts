import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useLanguage } from '@kit/i18n/text'
import { call } from '../session/api'
import { answerKey } from '../session/cache'
import type { Data, Params, Path } from '@kit/api/contract'
import { toldAgainMs, useLive } from './live'

interface AnswerOptions<Seen> {
  enabled?: boolean
  /** Asks again after so many milliseconds while the screen is visible, perhaps by what the last answer said. */
  refetchEveryMs?: number | ((seen: Seen | undefined) => number | undefined)
  /** Events tell when it changes: it is asked for by the clock only where they do not come. */
  isTold?: boolean
  staleMs?: number
  /** The shell asks for itself: nothing of it stands on the screen as a figure. */
  isShell?: boolean
  /** Keep showing the last answer while other parameters load. */
  keepPrevious?: boolean
}

/**
 * The answer of a read call, cached by path, parameters and language. A failed read shows an inline retry on
 * the screen, so it raises no toast.
 */
export function useAnswer<P extends Path>(path: P, params: Params<P>, options: AnswerOptions<Data<P>> = {}): UseQueryResult<Data<P>> {
  const language = useLanguage()
  const isLive = useLive((state) => state.isLive)
  const everyMs = options.refetchEveryMs
  const toldMs = options.isTold ? toldAgainMs(isLive) : false
  return useQuery<Data<P>>({
    queryKey: answerKey(path, params, language),
    queryFn: ({ signal }) => call(path, params, { signal, hideToast: true }),
    enabled: options.enabled ?? true,
    refetchInterval: typeof everyMs === 'function' ? ({ state }) => everyMs(state.data) ?? toldMs : (everyMs ?? toldMs),
    ...(options.isShell ? { meta: { isShell: true } } : {}),
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
    ...(options.keepPrevious ? { placeholderData: keepPreviousData as never } : {}),
  }) as UseQueryResult<Data<P>>
}
