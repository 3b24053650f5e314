import { call } from '@console/api/call'
import { useAnswer } from '@console/api/useAnswer'
import { useRecords } from '@console/records/useRecords'

export function findPeople(query: string) {
  return call('users/find', { query })
}

export function usePerson(userId: string) {
  return useAnswer('users/overview', { userId })
}

export function useMachinesOf(userId: string, cursor: string) {
  return useAnswer('users/machines', { userId, size: 20, ...(cursor === '' ? {} : { cursor }) })
}

export function useTeam(userId: string) {
  return useAnswer('users/team', { userId })
}

export function useRewardsOf(userId: string, cursor: string) {
  return useAnswer('rewards/list', { userId, size: 10, ...(cursor === '' ? {} : { cursor }) }, { keepsFormer: true })
}

export function useNotes(userId: string, cursor: string) {
  return useAnswer('users/notes', { userId, size: 20, ...(cursor === '' ? {} : { cursor }) }, { keepsFormer: true })
}

export function usePlay(userId: string, isOff: boolean) {
  return useAnswer('users/play', { userId }, { isOff })
}

export function useSuspended() {
  return useRecords('users/suspended', { order: 'asc' })
}

export function useFlags() {
  return useRecords('users/flagged')
}
