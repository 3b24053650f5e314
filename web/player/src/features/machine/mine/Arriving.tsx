import { tabStorage } from '@kit/kept/storage'
import { useCallback, type ReactNode } from 'react'
import { isNew } from './decideArrival'

const dropMs = 700
const lampMs = 120

/** A machine that was just bought drops onto its base and lights up, once; for who prefers less motion it stands there. */
export function Arriving({ id, createdAt, isBought, children }: { id: string; createdAt: string; isBought: boolean; children: ReactNode }) {
  const stage = useCallback(
    (place: HTMLElement | null) => {
      if (!place || !isBought || !isNew(tabStorage, id, createdAt) || matchMedia('(prefers-reduced-motion: reduce)').matches) return
      place.animate([{ transform: 'translateY(-48px)' }, { transform: 'translateY(3px)', offset: 0.7 }, { transform: 'none' }], {
        duration: dropMs,
        easing: 'ease-in',
      })
      place.querySelectorAll('circle').forEach((lamp, index) => {
        lamp.animate([{ opacity: 0 }, { opacity: 0, offset: 0.99 }, { opacity: 1 }], { duration: dropMs + (index + 1) * lampMs })
      })
    },
    [id, createdAt, isBought],
  )
  return (
    <div ref={stage} aria-hidden className="h-28 w-26 shrink-0 tiny:w-20">
      {children}
    </div>
  )
}
