import { useAnswer } from '@console/api/useAnswer'
import { daysShown } from './decideFigures'

export const useDays = () => useAnswer('figures/days', { size: daysShown, order: 'desc' }, { everyMs: 60_000 })

/** What each figure counts. */
export const useAbout = () => useAnswer('figures/about', { size: 50 })
