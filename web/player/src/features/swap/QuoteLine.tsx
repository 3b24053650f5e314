import { formatPercent } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Disclosure } from '@kit/ui/Disclosure'
import type { Pair, SwapQuote } from './contract'
import { QuoteFacts } from './QuoteFacts'
import { Rate } from './Rate'

/** Rate, fee and what the depth of the bids costs in one line; the rest is folded below it, and stands in the review. */
export function QuoteLine({ pair, quote }: { pair: Pair; quote: SwapQuote | null }) {
  const t = useText('swap')
  const language = useLanguage()
  const priced = quote ?? pair
  return (
    <Disclosure
      title={
        <>
          <Rate rate={priced.rate} base={priced.rateBase} quote={priced.rateQuote} />
          {quote && (
            <span className="block text-13 font-normal text-muted">
              {t('facts.fee')} <Amount value={quote.fee} currency={quote.feeCurrency} />
              {pair.engine === 'bids' && ` · ${t('facts.impact')} ${formatPercent(quote.priceImpact, language)}`}
            </span>
          )}
        </>
      }
    >
      <QuoteFacts pair={pair} quote={quote} />
    </Disclosure>
  )
}
