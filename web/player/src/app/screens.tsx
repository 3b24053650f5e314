import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { useSearchParams } from 'react-router'
import { loadTexts } from '@kit/i18n/text'
import type { FeatureRoute } from '@core/frame/route'
import { paths, type RoutePath } from './paths'

const modules = import.meta.glob<{ routes: FeatureRoute[] }>('../features/*/routes.ts', { eager: true })
const features = Object.values(modules).flatMap((module) => module.routes)

/** The route that shows an address: the one of its path and tab or view, or the path's own where nobody claims these. */
export function claim(path: RoutePath, params: URLSearchParams, known: readonly FeatureRoute[]): FeatureRoute {
  const own = known.filter((route) => route.path === path)
  for (const route of own)
    if (own.some((other) => other !== route && other.view === route.view && other.tab === route.tab)) throw new Error(`two features claim ${path}`)
  const claimed =
    own.find(({ tab }) => tab !== undefined && tab === params.get('tab')) ??
    own.find(({ view }) => view !== undefined && view === params.get('view')) ??
    own.find(({ tab, view }) => tab === undefined && view === undefined)
  if (!claimed) throw new Error(`no feature shows ${path}`)
  return claimed
}

/** Loads a screen's code and its texts together. */
async function load(route: FeatureRoute): Promise<{ default: ComponentType }> {
  const [screen] = await Promise.all([route.load(), loadTexts(route.texts)])
  return { default: screen }
}

const pending = new Map<FeatureRoute, Promise<{ default: ComponentType }>>()

function start(route: FeatureRoute): Promise<{ default: ComponentType }> {
  const started = pending.get(route)
  if (started) return started
  const fresh = load(route)
  pending.set(route, fresh)
  // A failed load may be tried again by the route's own rendering.
  fresh.catch(() => pending.delete(route))
  return fresh
}

function screenOf(path: RoutePath): ComponentType {
  const loaded = new Map<FeatureRoute, LazyExoticComponent<ComponentType>>()
  return function Screen() {
    const [params] = useSearchParams()
    const route = claim(path, params, features)
    const Shown = loaded.get(route) ?? lazy(() => start(route))
    loaded.set(route, Shown)
    return <Shown />
  }
}

/** The screens by path, each loaded when it is first shown. */
export const screens = paths.map((path) => ({ path, Screen: screenOf(path) }))

/** Begins to load the screen of an address before it is shown. */
export function preloadScreen(hash: string): void {
  const [pathname, query] = hash.replace(/^#/, '').split('?')
  const path = paths.find((candidate) => candidate === pathname) ?? '/'
  start(claim(path, new URLSearchParams(query), features)).catch(() => undefined)
}
