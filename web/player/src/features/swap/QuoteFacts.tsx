import { formatPercent } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Card } from '@kit/ui/Card'
import { Fact, Facts } from '@kit/ui/Facts'
import type { Pair, SwapQuote } from './contract'
import { PriceSource } from './PriceSource'
import { Rate } from './Rate'

/** What the exchange costs: by the quote where there is one, else by the present rate. */
export function QuoteFacts({ pair, quote }: { pair: Pair; quote: SwapQuote | null }) {
  const t = useText('swap')
  const language = useLanguage()
  const priced = quote ?? pair
  return (
    <Card tone="sunk" label={t('facts.label')}>
      <div className="-my-2">
        <Facts>
          <Fact name={t('facts.rate')}>
            <Rate rate={priced.rate} base={priced.rateBase} quote={priced.rateQuote} />
          </Fact>
          {pair.engine === 'inventory' && <Fact name={t('facts.spread')}>{t('facts.inRate', { share: formatPercent(pair.spread, language) })}</Fact>}
          <Fact name={t('facts.fee')}>
            {quote ? <Amount value={quote.fee} currency={quote.feeCurrency} /> : '—'} ({formatPercent(pair.feeRate, language)})
          </Fact>
          {pair.engine === 'bids' && <Fact name={t('facts.impact')}>{quote ? formatPercent(quote.priceImpact, language) : '—'}</Fact>}
          <Fact name={t('facts.source')}>
            <PriceSource source={priced.source} at={quote ? quote.priceAt : pair.at} />
          </Fact>
        </Facts>
      </div>
      <p className="mt-3 text-13 text-muted">{t('facts.rounding')}</p>
      {pair.engine === 'bids' && <p className="mt-1 text-13 text-muted">{t('facts.bids')}</p>}
    </Card>
  )
}
