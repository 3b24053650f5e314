import { lazy, type ComponentType } from 'react'
import { loadTexts } from '@kit/i18n/text'
import type { FeatureRoute } from '@core/frame/route'
import { paths, type RoutePath } from './paths'

const modules = import.meta.glob<{ routes: FeatureRoute[] }>('../features/*/routes.ts', { eager: true })

/** Loads a screen's code and its texts together. */
async function load(route: FeatureRoute): Promise<{ default: ComponentType }> {
  const [screen] = await Promise.all([route.load(), loadTexts(route.texts)])
  return { default: screen }
}

/** The feature that builds a path; the outline, where a path has no feature of its own yet. */
export function claim(path: RoutePath, features: readonly FeatureRoute[]): FeatureRoute {
  const own = features.filter((route) => route.path === path)
  if (own.length > 1) throw new Error(`two features claim ${path}`)
  const outline = features.find((route) => route.path === '*')
  const claimed = own[0] ?? outline
  if (!claimed) throw new Error(`no feature shows ${path}`)
  return claimed
}

const features = Object.values(modules).flatMap((module) => module.routes)
const pending = new Map<RoutePath, Promise<{ default: ComponentType }>>()

function start(path: RoutePath): Promise<{ default: ComponentType }> {
  const started = pending.get(path)
  if (started) return started
  const fresh = load(claim(path, features))
  pending.set(path, fresh)
  // A failed load may be tried again by the route's own rendering.
  fresh.catch(() => pending.delete(path))
  return fresh
}

/** The screens by path, each loaded when it is first shown. */
export const screens = paths.map((path) => ({ path, Screen: lazy(() => start(path)) }))

/** Begins to load the screen of an address while the session is still being made. */
export function preloadScreen(hash: string): void {
  const pathname = hash.replace(/^#/, '').split('?')[0] || '/'
  const path = paths.find((candidate) => candidate === pathname) ?? '/'
  start(path).catch(() => undefined)
}
