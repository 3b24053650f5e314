import type { Data, Params, Row } from '@kit/api/contract'

/** The funded bids with what is needed to sell to them. */
export type Market = Data<'/api/trade/market'>

/** The preview of a sale, held by the server for this user. */
export type SaleQuote = Data<'/api/trade/quote'>

/** A sale of this user. */
export type Sale = Row<'/api/trade/records'>

/** What a coin really cost over time. */
export type History = Data<'/api/main/priceHistory'>

/** How far back a chart goes. */
export type Span = NonNullable<Params<'/api/main/priceHistory'>['span']>
