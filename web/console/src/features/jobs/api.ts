import { useRecords } from '@console/records/useRecords'

export function useJobs() {
  return useRecords('jobs/list', { size: 50, isWhole: true })
}

export function useParked() {
  return useRecords('jobs/parked', { order: 'asc' })
}
