import type { Data, Params, Row } from '@kit/api/contract'

/** A level of nodes as it is sold. */
export type Level = Row<'/api/node/all'>
export type LevelName = Level['level']

/** A level with what it means for this user. */
export type LevelOffer = Data<'/api/node/detail'>
export type NodeQuote = LevelOffer['quotes'][number]

/** A node of mine. */
export type MyNode = Row<'/api/node/mine'>
export type NodeState = MyNode['state']

/** The pools of a month. */
export type Pools = Data<'/api/node/dividendPool'>
export type Pool = Pools['pools'][number]

/** How one pool of a closed month was divided. */
export type DividendStatement = Data<'/api/node/statement'>
export type StatementRow = DividendStatement['rows'][number]

/** What a purchase asks for. */
export type NodePurchase = Omit<Params<'/api/node/purchase'>, 'requestId' | 'quantity' | 'startNow'> & { quantity: number; startNow: boolean }
