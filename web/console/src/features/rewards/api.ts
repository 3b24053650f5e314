import { useAnswer } from '@console/api/useAnswer'
import { useRecords } from '@console/records/useRecords'

/** Rewards that a risk flag keeps back. */
export function useDelayed() {
  return useRecords('rewards/delayed', { order: 'asc' })
}

export function useTeams() {
  return useAnswer('team/overview', {})
}
