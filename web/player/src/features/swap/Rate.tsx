import { formatAmount } from '@kit/amount/format'
import { useLanguage } from '@kit/i18n/text'
import { rateDecimals } from './decideSwap'

/** A rate in the words of the pair: `1 ETH = 3,510.50 USDT`. */
export function Rate({ rate, base, quote }: { rate: string; base: string; quote: string }) {
  const language = useLanguage()
  return (
    <span className="fig">
      1 {base} = {formatAmount(rate, language, { currency: quote, decimalsMax: rateDecimals(rate) })} {quote}
    </span>
  )
}
