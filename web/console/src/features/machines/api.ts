import { useRecords } from '@console/records/useRecords'

export const useMachines = () => useRecords('machines/catalogue', { size: 50 })
