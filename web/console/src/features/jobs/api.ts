import { useRecords } from '@console/records/useRecords'

export const useJobs = () => useRecords('jobs/list', { size: 50, isWhole: true })

export const useParked = () => useRecords('jobs/parked', { order: 'asc' })
