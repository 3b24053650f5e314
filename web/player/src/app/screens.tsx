import { useSearchParams } from 'react-router'
import type { FeatureRoute } from '@core/frame/route'
import { late } from '@core/frame/late'
import { paths, type RoutePath } from './paths'
import { claim, routeAt, startScreen } from './routes'

const shown = new Map<FeatureRoute, ReturnType<typeof late>>()

function screenOf(route: FeatureRoute): ReturnType<typeof late> {
  const known = shown.get(route)
  if (known) return known
  const fresh = late(() => startScreen(route), route.texts)
  shown.set(route, fresh)
  return fresh
}

function screenAt(path: RoutePath) {
  return function Screen() {
    const [params] = useSearchParams()
    const Shown = screenOf(claim(path, params))
    return <Shown />
  }
}

/** The screens by path, each loaded when it is first shown. */
export const screens = paths.map((path) => ({ path, Screen: screenAt(path) }))

/** Loads the screen of an address before it is shown. */
export function preloadScreen(hash: string): Promise<void> {
  return screenOf(routeAt(hash).route).preload()
}
