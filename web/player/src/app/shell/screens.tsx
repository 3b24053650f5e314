import { createElement } from 'react'
import { useSearchParams } from 'react-router'
import type { FeatureRoute } from '@core/frame/route'
import { late } from '@core/frame/late'
import type { RoutePath } from '@core/frame/places'
import { claim, routeAt, startScreen } from './routes'

/** By what loads them: two routes of one screen are one component, which stays as it is between them. */
const shown = new Map<FeatureRoute['load'], ReturnType<typeof late>>()

function screenOf(route: FeatureRoute): ReturnType<typeof late> {
  const known = shown.get(route.load)
  if (known) return known
  const fresh = late(() => startScreen(route), route.texts)
  shown.set(route.load, fresh)
  return fresh
}

/** The screen of an address, loaded when it is first shown. */
export function ScreenAt({ path }: { path: RoutePath }) {
  const [params] = useSearchParams()
  return createElement(screenOf(claim(path, params)))
}

/** Loads the screen of an address before it is shown. */
export function preloadScreen(hash: string): Promise<void> {
  return screenOf(routeAt(hash).route).preload()
}
