import { call } from '@console/api/call'
import { useAnswer } from '@console/api/useAnswer'
import { useRecords } from '@console/records/useRecords'

export function findPeople(query: string, isBackground: boolean) {
  return call('users/find', { query }, { isBackground })
}

export const usePerson = (userId: string) => useAnswer('users/overview', { userId })

export const useMachinesOf = (userId: string, cursor: string) => useAnswer('users/machines', { userId, size: 20, ...(cursor === '' ? {} : { cursor }) })

export const useTeam = (userId: string) => useAnswer('users/team', { userId })

export const useRewardsOf = (userId: string, cursor: string) =>
  useAnswer('rewards/list', { userId, size: 10, ...(cursor === '' ? {} : { cursor }) }, { keepsFormer: true })

export const useNotes = (userId: string, cursor: string) =>
  useAnswer('users/notes', { userId, size: 20, ...(cursor === '' ? {} : { cursor }) }, { keepsFormer: true })

export const usePlay = (userId: string, isOff: boolean) => useAnswer('users/play', { userId }, { isOff })

export const useSuspended = () => useRecords('users/suspended', { order: 'asc' })

export const useFlags = () => useRecords('users/flagged')
