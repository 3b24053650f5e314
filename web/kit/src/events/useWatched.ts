import { useEffect, useState } from 'react'

/** Who looks elsewhere for a moment, at a wallet perhaps, comes back to a stream that went on. */
const patienceMs = 60_000

/** Whether somebody may be looking at the page, and has a line. */
export function useWatched(): boolean {
  const [isSeen, setIsSeen] = useState(() => document.visibilityState === 'visible')
  const [isOnline, setIsOnline] = useState(() => navigator.onLine)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') setIsSeen(true)
      else timer = setTimeout(() => setIsSeen(false), patienceMs)
    }
    const follow = () => setIsOnline(navigator.onLine)
    document.addEventListener('visibilitychange', look)
    window.addEventListener('online', follow)
    window.addEventListener('offline', follow)
    look()
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('online', follow)
      window.removeEventListener('offline', follow)
    }
  }, [])
  return isSeen && isOnline
}
