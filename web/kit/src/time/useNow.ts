import { useEffect, useState } from 'react'
import { serverNow } from './clock'

/** The server's clock in milliseconds, read so often while something that shows it is there; with null it stands still. */
export function useNow(everyMs: number | null): number {
  const [nowMs, setNowMs] = useState(serverNow)
  useEffect(() => {
    if (everyMs === null) return
    const timer = setInterval(() => setNowMs(serverNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return everyMs === null ? serverNow() : nowMs
}
