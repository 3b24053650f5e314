import { useRecords } from '@console/records/useRecords'

export function useMachines() {
  return useRecords('machines/catalogue', { size: 50 })
}
