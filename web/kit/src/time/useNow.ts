import { useEffect, useState, type RefObject } from 'react'
import { serverNow } from './clock'

/** The server's clock in milliseconds, read so often while something that shows it is there; with null it stands still, and so it does while `part` is not laid out as it is far from what is seen. */
export function useNow(everyMs: number | null, part?: RefObject<Element | null>): number {
  const [nowMs, setNowMs] = useState(serverNow)
  useEffect(() => {
    if (everyMs === null) return
    const timer = setInterval(() => {
      if (part?.current?.checkVisibility?.({ contentVisibilityAuto: true }) !== false) setNowMs(serverNow())
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs, part])
  return everyMs === null ? serverNow() : nowMs
}
