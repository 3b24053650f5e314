import type { Data } from '@kit/api/contract'

/** One round as it is published. */
export type RoundAnswer = Data<'/api/game/round'>
