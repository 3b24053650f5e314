import { Suspense, useEffect, useState } from 'react'
import { late } from '@core/frame/late'
import type { TabPath } from './paths'

const HeldSheet = late(() => import('./HeldSheet').then((module) => module.HeldSheet), ['help-palette'])

/** What is held: amounts, as they say themselves in `data-of`, or a tab. */
export type Holding = { said: string[] } | { tab: TabPath }

/** Shows what is held. What listens for it comes with the first press or key, as no start needs it. */
export function Held() {
  const [holding, hold] = useState<Holding | null>(null)
  useEffect(() => {
    const end = new AbortController()
    const first = new AbortController()
    const load = () => {
      first.abort()
      void import('./listenHeld').then(
        ({ listen }) => listen(hold, end.signal),
        () => undefined,
      )
    }
    for (const name of ['pointerdown', 'keydown']) window.addEventListener(name, load, { signal: first.signal })
    return () => {
      first.abort()
      end.abort()
    }
  }, [])
  return <Suspense fallback={null}>{holding && <HeldSheet holding={holding} onClose={() => hold(null)} />}</Suspense>
}
