import { useInfiniteQuery } from '@tanstack/react-query'
import { useLanguage } from '@kit/i18n/text'
import { call } from '../api/call'
import { useAnswer } from '../api/useAnswer'

const size = 50

/** The pictures of a record by their ids, and all there are page by page, the newest first. */
export function useChosenPictures(chosen: readonly string[]) {
  const language = useLanguage()
  const own = useAnswer('pictures/list', { ids: [...chosen], size }, { isOff: chosen.length === 0, keepsFormer: true })
  const all = useInfiniteQuery({
    queryKey: ['pictures/list', 'pages', language],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => call('pictures/list', { size, ...(pageParam === '' ? {} : { cursor: pageParam }) }, { signal, isQuiet: true }),
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? nextCursor : null),
  })
  return { own, all }
}
