import type { Decimal } from '@kit/amount/format'
import { useAnswer } from '@core/queries/useAnswer'
import { useEndlessList } from '@core/queries/useEndlessList'
import { useQuotedOrder } from '@core/quote/useQuotedOrder'
import { call } from '@core/session/api'
import type { Exchange, Pair, SwapQuote } from './contract'
import { currencyOf, isQuotable, type Side } from './decideSwap'

/** Every pair as it stands. */
export const useSwapConfig = () => useAnswer('/api/userAccount/exchangeConfig', {})

/** What the user can pay with. */
export const useSwapBalances = () => useAnswer('/api/userAccount/balance', {})

/** The user's exchanges, newest first. */
export const useExchanges = () => useEndlessList('/api/userAccount/exchangeRecord', {})

/** What is entered: an amount to pay, or one to receive. */
interface Entered {
  pair: Pair
  side: Side
  amount: Decimal | null
}

/** An exchange by the server's quote for what is entered. */
export function useSwapOrder({ pair, side, amount }: Entered, onDone: (made: Exchange) => void) {
  const pay = currencyOf(pair.pay)
  const receive = currencyOf(pair.receive)
  return useQuotedOrder<'/api/userAccount/qExchange', SwapQuote>('/api/userAccount/qExchange', {
    about: ['swap', pair.pay, pair.receive, side],
    amount,
    isQuotable: (settled) => pay !== null && receive !== null && isQuotable(pair, side, settled),
    ask: (settled, signal) =>
      call(
        '/api/userAccount/exchangeQuote',
        { pay: pay ?? 'USDT', receive: receive ?? 'USDT', [side === 'pay' ? 'payAmount' : 'receiveAmount']: settled },
        { signal, hideToast: true },
      ),
    paramsOf: ({ quoteId }) => ({ quoteId }),
    onDone,
  })
}
