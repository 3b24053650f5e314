import { useAnswer } from '@console/api/useAnswer'
import { daysShown } from './decideFigures'

export function useDays() {
  return useAnswer('figures/days', { size: daysShown, order: 'desc' }, { everyMs: 60_000 })
}

/** What each figure counts. */
export function useAbout() {
  return useAnswer('figures/about', { size: 50 })
}
