import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { loadFile } from '@kit/i18n/catalogueFiles'
import { storedLanguage } from '@kit/i18n/language'
import type { FeatureRoute } from '@core/frame/route'
import { paths, type RoutePath } from '@core/frame/places'

const modules = import.meta.glob<{ routes: FeatureRoute[] }>('../../features/*/routes.ts', { eager: true })
const features = Object.values(modules).flatMap((module) => module.routes)

/** The route that shows an address: the one of its path and tab or view, or the path's own where nobody claims these. */
export function claim(path: RoutePath, params: URLSearchParams, known: readonly FeatureRoute[] = features): FeatureRoute {
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

/** The route and the parameters of an address, as it stands behind the `#`. */
export function routeAt(hash: string): { route: FeatureRoute; params: URLSearchParams } {
  const [pathname, query] = hash.replace(/^#/, '').split('?')
  const path = paths.find((candidate) => candidate === pathname) ?? '/'
  const params = new URLSearchParams(query)
  return { route: claim(path, params), params }
}

const started = new Map<FeatureRoute, Promise<ComponentType>>()

/** Begins to load a screen's code, or gives what is under way; what failed is loaded anew the next time. */
export function startScreen(route: FeatureRoute): Promise<ComponentType> {
  const known = started.get(route)
  if (known) return known
  const fresh = route.load()
  started.set(route, fresh)
  fresh.catch(() => started.delete(route))
  return fresh
}

/** Begins to load a screen's code and texts, for nobody yet. */
export function preloadRoute(route: FeatureRoute): void {
  startScreen(route).catch(() => undefined)
  for (const namespace of route.texts) loadFile(storedLanguage(), namespace).catch(() => undefined)
}

/** Lets the features look at what they look at once a day; what fails is looked at the next time. */
export async function lookDaily(queries: QueryClient): Promise<void> {
  for (const { daily } of features)
    await daily?.()
      .then((look) => look(queries), doNothing)
      .catch(doNothing)
}

function doNothing(): void {}
