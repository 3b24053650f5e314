import { useAnswer } from '@console/api/useAnswer'
import { useRecords } from '@console/records/useRecords'

/** Rewards that a risk flag keeps back. */
export const useDelayed = () => useRecords('rewards/delayed', { order: 'asc' })

export const useTeams = () => useAnswer('team/overview', {})
