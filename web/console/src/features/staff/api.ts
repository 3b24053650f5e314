import { useAnswer } from '@console/api/useAnswer'
import { useRecords } from '@console/records/useRecords'

export function useStaff() {
  return useRecords('staff/list', { order: 'asc' })
}

/** Who is signed in, with the roles of everybody that wait. */
export function useOwn() {
  return useAnswer('me', {}, { everyMs: 60_000 })
}
