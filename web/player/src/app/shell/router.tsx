import { Suspense, useLayoutEffect, useRef } from 'react'
import { HashRouter, NavigationType, Route, Routes, useLocation, useNavigationType } from 'react-router'
import { Navigate } from '@core/frame/links'
import { PageSpinner } from './PageSpinner'
import { paths } from '@core/frame/places'
import { keepsPlace } from '@core/frame/keepsPlace'
import { openedIn } from '@core/frame/useSheet'
import { RouteBoundary } from './RouteBoundary'
import { ScreenAt } from './screens'
import { Shell } from './Shell'

/**
 * The routes of spec §2 under the shell; any other path goes to `/`. The plain hash router, not the data
 * router: its loaders and fetchers are the query cache's work here, and it costs 17 KiB more.
 */
export function Router() {
  return (
    <HashRouter>
      <RouteBoundary resetKey="shell">
        <ScrollKeeper />
        <Routes>
          <Route element={<Shell />}>
            {paths.map((path) => (
              <Route
                key={path}
                path={path}
                // As in the list of tab routes: `/Wallet` is an unknown path.
                caseSensitive
                element={
                  <RouteBoundary resetKey={path}>
                    <Suspense fallback={<PageSpinner />}>
                      <ScreenAt path={path} />
                    </Suspense>
                  </RouteBoundary>
                }
              />
            ))}
          </Route>
          {/* Outside of the shell: its gate would keep an unknown path until somebody is signed in. */}
          <Route path="*" element={<Navigate to="/" replace />} />
        </Routes>
      </RouteBoundary>
    </HashRouter>
  )
}

const kept = new Map<string, number>()
const keptMax = 100

/**
 * Brings each history entry back to where it was scrolled; a new screen begins at the top. A sheet over a screen,
 * another filter of its list and what opens beside it leave it where it is.
 */
function ScrollKeeper() {
  const { key, pathname, search, state } = useLocation()
  const kind = useNavigationType()
  const screen = `${pathname} ${new URLSearchParams(search).get('view') ?? ''}`
  // Addresses that were typed have one key between them.
  const entry = `${key} ${screen}`
  const before = useRef<string | null>(null)
  const isBeside = state === keepsPlace || openedIn(state) !== null
  // Before the browser paints: no frame shows the new screen scrolled as the old one was.
  useLayoutEffect(() => {
    const isSame = before.current === screen || isBeside
    before.current = screen
    if (!isSame || (kind === NavigationType.Pop && kept.has(entry))) window.scrollTo(0, kept.get(entry) ?? 0)
    else kept.set(entry, window.scrollY)
    const note = () => {
      if (kept.size >= keptMax && !kept.has(entry)) kept.clear()
      kept.set(entry, window.scrollY)
    }
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [entry, kind, screen, isBeside])
  return null
}
