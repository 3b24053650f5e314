import { useEffect, useState, type RefObject } from 'react'
import { serverNow } from './clock'

/** The browser says when a row comes into what is laid out, or leaves it. */
const comes = 'contentvisibilityautostatechange'

/** The server's clock in milliseconds, read so often while something that shows it is there; with null it stands still, and so it does while the row of a list in which `part` stands is not laid out, as it is far from what is seen. */
export function useNow(everyMs: number | null, part?: RefObject<Element | null>): number {
  const [nowMs, setNowMs] = useState(serverNow)
  useEffect(() => {
    if (everyMs === null) return
    const row = part?.current?.closest('li')
    let timer = 0
    const stop = () => clearInterval(timer)
    const tick = () => {
      if (part?.current?.checkVisibility?.({ contentVisibilityAuto: true }) !== false) setNowMs(serverNow())
      // Hundreds of rows that look each second where they are would cost more than what they show.
      else if (row && `on${comes}` in row) stop()
    }
    const start = () => {
      stop()
      timer = window.setInterval(tick, everyMs)
    }
    start()
    row?.addEventListener(comes, start)
    return () => {
      stop()
      row?.removeEventListener(comes, start)
    }
  }, [everyMs, part])
  return everyMs === null ? serverNow() : nowMs
}
