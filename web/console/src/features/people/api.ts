import { call } from '@console/api/call'
import { useAnswer } from '@console/api/useAnswer'
import { useRecords } from '@console/records/useRecords'

export function findPeople(query: string, isBackground: boolean) {
  return call('users/find', { query }, { isBackground })
}

/** So often what is decided by a person's page is asked for anew. */
const everyMs = 20_000

export const usePerson = (userId: string) => useAnswer('users/overview', { userId }, { everyMs })

export const useMachinesOf = (userId: string, cursor: string) =>
  useAnswer('users/machines', { userId, size: 20, ...(cursor === '' ? {} : { cursor }) }, { everyMs })

export const useNodesOf = (userId: string, cursor: string) => useAnswer('users/nodes', { userId, size: 20, ...(cursor === '' ? {} : { cursor }) }, { everyMs })

export const useTeam = (userId: string) => useAnswer('users/team', { userId }, { everyMs })

export const useRewardsOf = (userId: string, cursor: string) =>
  useAnswer('rewards/list', { userId, size: 10, ...(cursor === '' ? {} : { cursor }) }, { keepsFormer: true, everyMs })

export const useNotes = (userId: string, cursor: string) =>
  useAnswer('users/notes', { userId, size: 20, ...(cursor === '' ? {} : { cursor }) }, { keepsFormer: true, everyMs })

export const usePlay = (userId: string, isOff: boolean) => useAnswer('users/play', { userId }, { isOff, everyMs })

export const useSuspended = () => useRecords('users/suspended', { order: 'asc' })

/** What was taken from people: what they can object to, unless another state is asked for. */
export const useDebits = () => useRecords('users/debits', { defaults: { state: 'disputable' }, order: 'asc' })

export const useFlags = () => useRecords('users/flagged')
