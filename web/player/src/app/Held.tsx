import { Suspense, useEffect, useState, type ReactNode } from 'react'

/** Shows what is held. What listens for it comes with the first press or key, as no start needs it. */
export function Held() {
  const [sheet, show] = useState<ReactNode>(null)
  useEffect(() => {
    const end = new AbortController()
    const first = new AbortController()
    const load = () =>
      void import('./listenHeld').then(
        ({ listen }) => {
          if (!first.signal.aborted) listen(show, end.signal)
          first.abort()
        },
        // What does not come is asked for again with the next press.
        () => undefined,
      )
    for (const name of ['pointerdown', 'keydown']) window.addEventListener(name, load, { signal: first.signal })
    return () => {
      first.abort()
      end.abort()
    }
  }, [])
  return <Suspense fallback={null}>{sheet}</Suspense>
}
