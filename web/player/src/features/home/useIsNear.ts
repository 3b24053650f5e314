import { useEffect, useState, type RefObject } from 'react'

/** How far below the screen something is near. */
const nearMargin = '400px'

/** Whether an element has come near the screen; it stays true. */
export function useIsNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setIsNear(true), { rootMargin: nearMargin })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isNear
}
