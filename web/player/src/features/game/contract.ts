import type { Data, Row } from '@kit/api/contract'

/** The round of this moment, the one before, and whether entries are taken. */
export type Current = Data<'/api/game/current'>

/** A round as lists show it. */
export type RoundSummary = Current['round']

/** What is fixed of the game, the player's own figures, and what the platform really paid. */
export type GameStatistics = Data<'/api/miner/ztGameTj'>

/** A round the player took part in. */
export type OwnRound = Row<'/api/game/myRecord'>

/** What protects the player: limits, a break, the reality check, and whether he said that he is of age. */
export type Protection = Data<'/api/game/limits'>
