import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { EndlessList } from '@kit/ui/ListEnd'
import { useLanguage } from '@kit/i18n/text'
import { call } from '../session/api'
import type { Data, Page, PagedPath, Params, Row } from '@kit/api/contract'
import { toldAgainMs, useLive } from './live'

interface EndlessOptions<R> {
  /** Events tell when it changes: it is asked for by the clock only where they do not come. */
  isTold?: boolean
  /** Asks again after so many milliseconds while the screen is visible, by what the rows say; and each time it is opened. */
  refetchEveryMs?: (rows: readonly R[]) => number | false
}

/** Reads a list page by page with cursor, nextCursor and hasMore. */
export function useEndlessList<P extends PagedPath>(
  path: P,
  params: Omit<Params<P>, 'cursor'>,
  options: EndlessOptions<Row<P>> = {},
): EndlessList<Row<P>> & { pages: Data<P>[] } {
  const language = useLanguage()
  const isLive = useLive((state) => state.isLive)
  const query = useInfiniteQuery(
    infiniteQueryOptions({
      queryKey: [path, params, language, 'pages'],
      initialPageParam: '',
      queryFn: async ({ pageParam, signal }) =>
        (await call(path, { ...params, cursor: pageParam || undefined } as Params<P>, { signal, hideToast: true })) as Data<P> & Page<Row<P>>,
      ...(options.refetchEveryMs ? { staleTime: 0 } : {}),
      refetchInterval: (answered) =>
        options.isTold ? toldAgainMs(isLive) : (options.refetchEveryMs?.(answered.state.data?.pages.flatMap((page) => page.list) ?? []) ?? false),
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
