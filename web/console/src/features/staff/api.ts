import { useRecords } from '@console/records/useRecords'

export function useStaff() {
  return useRecords('staff/list', { order: 'asc' })
}
