import type { UseQueryResult } from '@tanstack/react-query'
import type { Data } from '@kit/api/contract'
import type { Decimal } from '@kit/amount/format'
import { useAnswer } from '@core/queries/useAnswer'
import { useEndlessList } from '@core/queries/useEndlessList'
import { useHeldQuote } from '@core/queries/useHeldQuote'
import { call } from '@core/session/api'
import type { EndlessList } from '@kit/ui/ListEnd'
import type { SwapConfig, Pair, Exchange } from './contract'
import { currencyOf, isQuotable } from './decideSwap'

const refreshMs = 10_000

/** Every pair as it stands. */
export function useSwapConfig(): UseQueryResult<SwapConfig> {
  return useAnswer('/api/userAccount/exchangeConfig', {}, { refetchEveryMs: refreshMs })
}

/** What the user can pay with. */
export function useBalances(): UseQueryResult<Data<'/api/userAccount/balance'>> {
  return useAnswer('/api/userAccount/balance', {}, { refetchEveryMs: refreshMs })
}

/** The user's exchanges, newest first. */
export function useExchanges(): EndlessList<Exchange> {
  return useEndlessList('/api/userAccount/exchangeRecord', {})
}

/** The server's quote for what is entered. */
export function useSwapQuote(pair: Pair, amount: Decimal | null, isPaused: boolean) {
  const pay = currencyOf(pair.pay)
  const receive = currencyOf(pair.receive)
  return useHeldQuote({
    about: ['swap', pair.pay, pair.receive],
    amount,
    isPaused,
    isQuotable: (settled) => pay !== null && receive !== null && isQuotable(pair, settled),
    ask: (payAmount, signal) => call('/api/userAccount/exchangeQuote', { pay: pay ?? 'USDT', receive: receive ?? 'USDT', payAmount }, { signal, hideToast: true }),
  })
}
