import { useAnswer } from '@console/api/useAnswer'
import { useRecords } from '@console/records/useRecords'

export const useLevels = () => useRecords('nodes/levels', { size: 50 })

export const useMonths = () => useRecords('nodes/months')

/** How the pools of the open month would be divided if it closed now. */
export const useDryRun = () => useAnswer('nodes/dryRun', {})
