import type { Data, Params, Row } from '@kit/api/contract'

/** A currency that can be exchanged. */
export type SwapCurrency = Params<'/api/userAccount/exchangeQuote'>['pay']

/** Everything that is offered to this user. */
export type SwapConfig = Data<'/api/userAccount/exchangeConfig'>

/** One pair with its rate and limits, or why it is paused. */
export type Pair = SwapConfig['pairs'][number]

/** A rate the server holds for this user. */
export type SwapQuote = Data<'/api/userAccount/exchangeQuote'>

/** An exchange that was made. */
export type Exchange = Row<'/api/userAccount/exchangeRecord'>
