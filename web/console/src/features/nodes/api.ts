import { useAnswer } from '@console/api/useAnswer'
import { useRecords } from '@console/records/useRecords'

export function useLevels() {
  return useRecords('nodes/levels', { size: 50 })
}

export function useMonths() {
  return useRecords('nodes/months')
}

/** How the pools of the open month would be divided if it closed now. */
export function useDryRun() {
  return useAnswer('nodes/dryRun', {})
}
