import type { FeatureRoute } from '@core/frame/route'

/** Language and appearance. */
export const routes: FeatureRoute[] = [{ path: '/lang', texts: ['user'], load: () => import('./LanguageScreen').then((module) => module.LanguageScreen) }]
