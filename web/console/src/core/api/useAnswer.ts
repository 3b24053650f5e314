import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useLanguage } from '@kit/i18n/text'
import { wasAsked } from './answers'
import { call } from './call'
import type { Body, Data, OperatorPath } from '../contract/contract'

interface AnswerOptions {
  /** Nothing is asked while there is nothing to ask for. */
  isOff?: boolean
  /** Asks again so often, as long as the page is looked at. */
  everyMs?: number
  /** Asks again so often whether it is looked at or not. */
  isAskedHidden?: boolean
  /** What it is asked for follows from another answer and not from a press: it is asked in the background from the first time. */
  isBackground?: boolean
  /** What was answered to another body stands until this one's answer is there. */
  keepsFormer?: boolean
}

/** The answer of a call that reads. What is asked again is asked in the background: it keeps no session alive. */
export function useAnswer<P extends OperatorPath>(
  path: P,
  body: Body<P>,
  { isOff = false, everyMs, isAskedHidden = false, isBackground = false, keepsFormer = false }: AnswerOptions = {},
): UseQueryResult<Data<P>> {
  const language = useLanguage()
  const key = [path, body, language]
  return useQuery({
    queryKey: key,
    enabled: !isOff,
    refetchInterval: everyMs ?? false,
    refetchIntervalInBackground: isAskedHidden,
    ...(keepsFormer ? { placeholderData: keepPreviousData } : {}),
    queryFn: ({ signal }) => call(path, body, { signal, isQuiet: true, isBackground: isBackground || wasAsked(key) }),
  })
}
