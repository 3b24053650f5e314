import { useEffect, useRef, type RefObject } from 'react'

let hasShown = false

/** A new screen's heading: it takes the focus where the way there left it nowhere. The page's first screen leaves it alone. */
export function useArrival(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (hasShown && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    hasShown = true
  }, [])
  return heading
}
