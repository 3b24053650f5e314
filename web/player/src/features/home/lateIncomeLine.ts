import { late } from '@core/frame/late'

/** What came in lately: its code comes after that of the first screen, wherever it stands. */
export const LateIncomeLine = late(() => import('./IncomeLine').then((module) => module.IncomeLine))
