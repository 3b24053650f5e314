import { useEffect, useEffectEvent } from 'react'
import { useSheet } from './useSheet'

/** The sheet in which an order is looked at once more. A reload, or a way forward, that brings back nothing to look at closes it, so that no empty entry of the history stays. */
export function useReview(hasOrder: boolean) {
  const review = useSheet('review')
  const { isOpen } = review
  const check = useEffectEvent(() => {
    if (!hasOrder) review.close()
  })
  useEffect(() => {
    if (isOpen) check()
  }, [isOpen])
  return review
}
