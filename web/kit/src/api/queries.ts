import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  type UseInfiniteQueryResult,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useLanguage } from '../i18n/text'
import { call } from '../session/api'
import type { Data, Page, PagedPath, Params, Path, Row } from './contract'

interface AnswerOptions {
  enabled?: boolean
  /** Asks again after so many milliseconds while the screen is visible. */
  refetchEveryMs?: number
  staleMs?: number
  /** Keep showing the last answer while other parameters load. */
  keepPrevious?: boolean
}

/**
 * The answer of a read call, cached by path, parameters and language. A failed read shows an inline retry on
 * the screen, so it raises no toast.
 */
export function useAnswer<P extends Path>(path: P, params: Params<P>, options: AnswerOptions = {}): UseQueryResult<Data<P>> {
  const language = useLanguage()
  return useQuery<Data<P>>({
    queryKey: [path, params, language],
    queryFn: ({ signal }) => call(path, params, { signal, hideToast: true }),
    enabled: options.enabled ?? true,
    refetchInterval: options.refetchEveryMs ?? false,
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
    ...(options.keepPrevious ? { placeholderData: keepPreviousData as never } : {}),
  }) as UseQueryResult<Data<P>>
}

/** An endless list: the pages read so far, flattened, and how to read the next one. */
export interface EndlessList<R> {
  rows: R[]
  query: Pick<UseInfiniteQueryResult, 'isPending' | 'isError' | 'error' | 'isFetchingNextPage' | 'hasNextPage' | 'isRefetching'>
  readMore: () => void
  refresh: () => Promise<unknown>
}

/** Reads a list page by page with cursor, nextCursor and hasMore. */
export function useEndlessList<P extends PagedPath>(path: P, params: Omit<Params<P>, 'cursor'>): EndlessList<Row<P>> {
  const language = useLanguage()
  const query = useInfiniteQuery(
    infiniteQueryOptions({
      queryKey: [path, params, language, 'pages'],
      initialPageParam: '',
      queryFn: async ({ pageParam, signal }) =>
        (await call(path, { ...params, cursor: pageParam || undefined } as Params<P>, {
          signal,
          hideToast: true,
        })) as Page<Row<P>>,
      getNextPageParam: (last) => (last.hasMore && last.nextCursor ? last.nextCursor : undefined),
    }),
  )
  return {
    rows: query.data?.pages.flatMap((page) => page.list) ?? [],
    query,
    readMore: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
    },
    refresh: () => query.refetch(),
  }
}
