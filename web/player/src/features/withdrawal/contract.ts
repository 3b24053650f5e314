import type { Data, Params, Row } from '@kit/api/contract'

/** Everything that can be withdrawn, by currency and network. */
export type WithdrawConfig = Data<'/api/userAccount/withdrawConfig'>

/** A currency that can be withdrawn. */
export type Currency = Params<'/api/userAccount/withdraw'>['currency']

/** One currency on one network: its fee and limits, or why it is not offered. */
export type Terms = Omit<WithdrawConfig['networks'][number], 'currency'> & { currency: Currency }

/** One withdrawal with its way so far. */
export type Withdrawal = Row<'/api/userAccount/myWithDraw'>
