import type { Data, Row } from '@kit/api/contract'

/** A user's team, level, rewards and invitation. */
export type Summary = Data<'/api/team/summary'>

/** A member of a user's team, masked by the server. */
export type Friend = Row<'/api/team/friends'>

/** One reward. */
export type Reward = Row<'/api/team/rewards'>
export type RewardType = Reward['type']
