import { useEffect, useRef } from 'react'
import { useSheet } from './useSheet'

/** The sheet in which an order is looked at once more. A reload that brings back nothing to look at closes it, so that no empty entry of the history stays. */
export function useReview(hasOrder: boolean) {
  const review = useSheet('review')
  const first = useRef({ isEmpty: review.isOpen && !hasOrder, close: review.close })
  useEffect(() => {
    if (first.current.isEmpty) first.current.close()
    first.current.isEmpty = false
  }, [])
  return review
}
