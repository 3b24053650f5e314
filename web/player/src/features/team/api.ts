import { useAnswer } from '@core/queries/useAnswer'
import { useEndlessList } from '@core/queries/useEndlessList'
import type { RewardType } from './contract'

/** The signed-in person's team. */
export const useTeam = () => useAnswer('/api/team/summary', {})

/** The members so many invitations away, newest first. */
export const useFriends = (depth: number) => useEndlessList('/api/team/friends', { depth })

/** The rewards of one type, newest first. */
export const useRewards = (type: RewardType) => useEndlessList('/api/team/rewards', { type })
