import { useRecords } from '@console/records/useRecords'

/** The machines that are paused, the longest first. */
export const usePaused = () => useRecords('machines/paused', { order: 'asc' })

export const useMachines = () => useRecords('machines/catalogue', { size: 50 })
