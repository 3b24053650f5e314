import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useText } from '../i18n/text'
import { Button } from './Button'
import { ErrorRetry } from './ErrorRetry'
import { focusOn } from './focusOn'

/** An endless list: the pages read so far, flattened, and how to read the next one. */
export interface EndlessList<R> {
  rows: R[]
  /** The first page or the next one did not come. Rows that could only not be read anew stay as they are. */
  hasFailed: boolean
  query: Pick<UseInfiniteQueryResult, 'isPending' | 'error' | 'isFetchingNextPage' | 'hasNextPage' | 'isRefetching'>
  readMore: () => void
  refresh: () => Promise<unknown>
}

/** Stands below an endless list: reads on when it comes into view, and by a button for those who do not scroll. */
export function ListEnd<Row>({ list }: { list: EndlessList<Row> }) {
  const t = useText('common')
  const mark = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, error } = list.query
  // The button goes with the last page: what stands in its place takes the focus it had.
  const [hasFocus, setHasFocus] = useState(false)
  // What goes with the button leaves it no blur.
  if (hasFocus && list.hasFailed) setHasFocus(false)
  const readMore = useEffectEvent(() => list.readMore())
  useEffect(() => {
    const element = mark.current
    if (!element || !hasNextPage) return
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && readMore(), { rootMargin: '240px' })
    observer.observe(element)
    return () => observer.disconnect()
    // A page may bring no row and still have a next one.
  }, [hasNextPage, isFetchingNextPage, list.rows.length])
  if (list.hasFailed) return <ErrorRetry of={{ error, refetch: list.rows.length > 0 ? list.readMore : list.refresh }} />
  return (
    <div ref={mark} className="flex min-h-12 items-center justify-center py-3 text-13 text-muted">
      {hasNextPage && (
        <Button kind="quiet" size="small" busy={isFetchingNextPage} onClick={list.readMore} onFocus={() => setHasFocus(true)} onBlur={() => setHasFocus(false)}>
          {t('readMore')}
        </Button>
      )}
      {!hasNextPage && list.rows.length > 0 && (
        <span ref={hasFocus ? focusOn : undefined} tabIndex={-1} onFocus={() => setHasFocus(false)} className="outline-none">
          {t('listEnd')}
        </span>
      )}
    </div>
  )
}
