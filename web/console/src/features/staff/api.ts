import { useRecords } from '@console/records/useRecords'

export const useStaff = () => useRecords('staff/list', { order: 'asc' })
