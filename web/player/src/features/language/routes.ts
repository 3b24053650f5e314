import type { FeatureRoute } from '@kit/ui/route'

/** Language and appearance. */
export const routes: FeatureRoute[] = [
  { path: '/lang', texts: ['language'], load: () => import('./LanguageScreen').then((module) => module.LanguageScreen) },
]
