import type { Data } from '@kit/api/contract'
import { useAnswer } from '@core/queries/useAnswer'

/** What the user holds of each currency, and their game points. */
export type Balances = Data<'/api/userAccount/balance'>

/** The user's balances, kept fresh. */
export const useBalances = () => useAnswer('/api/userAccount/balance', {})
