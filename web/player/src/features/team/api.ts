import type { UseQueryResult } from '@tanstack/react-query'
import { useAnswer } from '@core/queries/useAnswer'
import { useEndlessList } from '@core/queries/useEndlessList'
import type { EndlessList } from '@kit/ui/ListEnd'
import type { Friend, Reward, RewardType, Summary } from './contract'

/** The signed-in person's team. */
export function useTeam(): UseQueryResult<Summary> {
  return useAnswer('/api/team/summary', {})
}

/** The members so many invitations away, newest first. */
export function useFriends(depth: number): EndlessList<Friend> {
  return useEndlessList('/api/team/friends', { depth })
}

/** The rewards of one type, newest first. */
export function useRewards(type: RewardType): EndlessList<Reward> {
  return useEndlessList('/api/team/rewards', { type })
}
