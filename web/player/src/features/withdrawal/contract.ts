import type { Data, Params, Row } from '@kit/api/contract'

/** Everything that can be withdrawn, by currency and network. */
export type WithdrawConfig = Data<'/api/userAccount/withdrawConfig'>

/** A currency that can be withdrawn. */
export type WithdrawCurrency = Params<'/api/userAccount/withdraw'>['currency']

/** One currency on one network: its fee and limits, or why it is not offered. */
export type NetworkTerms = Omit<WithdrawConfig['networks'][number], 'currency'> & { currency: WithdrawCurrency }

/** One withdrawal with its way so far. */
export type Withdrawal = Row<'/api/userAccount/myWithDraw'>
