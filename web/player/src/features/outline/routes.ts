import type { FeatureRoute } from '@kit/ui/route'

/** Stands in for every path that no other feature shows yet. */
export const routes: FeatureRoute[] = [
  { path: '*', texts: ['outline'], load: () => import('./OutlineScreen').then((module) => module.OutlineScreen) },
]
