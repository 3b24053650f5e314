import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useLanguage } from '@kit/i18n/text'
import { wasAsked } from '../api/answers'
import { call } from '../api/call'
import type { Body, ListPath, Page, Row } from '../contract/contract'
import { readWhole } from './readWhole'

/** How many rows a page has at most. */
const size = 50

/** All rows of a list that never has many, for what stands beside a record. */
export function useWhole<P extends ListPath>(path: P): UseQueryResult<Page<Row<P>>> {
  const language = useLanguage()
  const key = [path, 'whole', language]
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => {
      const isBackground = wasAsked(key)
      // Every list is asked for its pages by these.
      const read = (cursor?: string) => call(path, { size, ...(cursor ? { cursor } : {}) } as Body<P>, { signal, isQuiet: true, isBackground })
      return readWhole(read as (cursor?: string) => Promise<Page<Row<P>>>)
    },
  })
}
