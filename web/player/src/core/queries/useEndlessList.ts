import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { EndlessList } from '@kit/ui/ListEnd'
import { useLanguage } from '@kit/i18n/text'
import { call } from '../session/api'
import type { Data, Page, PagedPath, Params, Row } from '@kit/api/contract'
import { askedAgainMs } from './askedAgain'
import { useLive } from './live'

/** Reads a list page by page with cursor, nextCursor and hasMore. */
export function useEndlessList<P extends PagedPath>(path: P, params: Omit<Params<P>, 'cursor'>): EndlessList<Row<P>> & { pages: Data<P>[] } {
  const language = useLanguage()
  const isLive = useLive((state) => state.isLive)
  const query = useInfiniteQuery(
    infiniteQueryOptions({
      queryKey: [path, params, language, 'pages'],
      initialPageParam: '',
      queryFn: async ({ pageParam, signal }) =>
        (await call(path, { ...params, cursor: pageParam || undefined } as Params<P>, { signal, hideToast: true })) as Data<P> & Page<Row<P>>,
      refetchInterval: askedAgainMs(path, isLive),
      getNextPageParam: (last) => (last.hasMore && last.nextCursor ? last.nextCursor : undefined),
    }),
  )
  const pages = query.data?.pages ?? []
  return {
    rows: pages.flatMap((page: Page<Row<P>>) => page.list),
    pages,
    hasFailed: query.isLoadingError || query.isFetchNextPageError,
    query,
    readMore: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
    },
    refresh: () => query.refetch(),
  }
}
