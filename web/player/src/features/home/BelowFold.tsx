import { Suspense, useRef, useEffect, useState, type RefObject } from 'react'
import { late } from '@core/frame/late'
import type { Home } from '@kit/api/contract'
import { LateIncomeLine } from './lateIncomeLine'
import { Nodes } from './Nodes'
import { Prices } from './Prices'

// With the line, which must not push down what follows it.
const Further = late(() => Promise.all([import('./Further'), LateIncomeLine.preload()]).then(([module]) => module.Further), ['news'])

/** What today's output is worth, in the file of what comes after the first screen. */
export { Worth as TodayWorth } from '@core/price/Worth'

/** What stands below the first screen of the front page; its code comes after that of the first screen, and that of its end when somebody comes near. */
export function BelowFold({ home }: { home: Home }) {
  const end = useRef<HTMLDivElement>(null)
  const isNear = useIsNear(end)
  return (
    <>
      <Prices prices={home.prices} />
      <Nodes next={home.nextDividend} />
      <div ref={end} className="flex min-h-80 flex-col gap-3">
        <Suspense fallback={null}>{isNear && <Further home={home} />}</Suspense>
      </div>
    </>
  )
}

/** How far below the screen something is near. */
const nearMargin = '400px'

/** Whether an element has come near the screen; it stays true. */
function useIsNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setIsNear(true), { rootMargin: nearMargin })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isNear
}
