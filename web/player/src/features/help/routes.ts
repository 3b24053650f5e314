import type { FeatureRoute } from '@core/frame/route'

/** Help, and the way to people and papers; open to everybody, since the gate leads here. */
export const routes: FeatureRoute[] = [{ path: '/mine', view: 'help', texts: ['help'], load: () => import('./HelpScreen').then((module) => module.HelpScreen) }]
