import { compareAmounts } from '@kit/amount/compare'
import { formatPercent } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { AmountFact, Fact, Facts } from '@kit/ui/Facts'
import type { Market, SaleQuote } from './contract'
import { isPartial } from './decideTrade'

/** Everything a sale would bring and cost, by the server's preview; dashes while it is awaited. */
export function SaleFacts({ quote, market }: { quote: SaleQuote | null; market: Market }) {
  const t = useText('trade')
  const language = useLanguage()
  return (
    <>
      <Facts>
        <Fact name={t('facts.quantity')}>{quote ? <Amount value={quote.filled} currency="ETLD" /> : '—'}</Fact>
        <Fact name={t('facts.average')}>{quote ? <Amount value={quote.average} currency="USDT" /> : '—'}</Fact>
        {quote && compareAmounts(quote.worst, quote.average) !== 0 && <AmountFact name={t('facts.worst')} value={quote.worst} currency="USDT" />}
        <Fact name={t('facts.gross')}>{quote ? <Amount value={quote.gross} currency="USDT" /> : '—'}</Fact>
        <Fact name={t('facts.fee', { share: formatPercent(market.feeRate, language) })}>{quote ? <Amount value={quote.fee} currency="USDT" /> : '—'}</Fact>
        <Fact name={t('facts.net')} strong>
          {quote ? <Amount value={quote.net} currency="USDT" /> : '—'}
        </Fact>
        {quote && isPartial(quote) && <AmountFact name={t('facts.unfilled')} value={quote.unfilled} currency="ETLD" />}
        <Fact name={t('facts.min', { share: formatPercent(market.tolerance, language) })}>
          {quote ? <Amount value={quote.minReceive} currency="USDT" /> : '—'}
        </Fact>
      </Facts>
      {quote && isPartial(quote) && <p className="mt-2 text-13 text-brass-ink">{t('facts.partial')}</p>}
      <p className="mt-2 text-13 text-muted">{t('facts.rule')}</p>
    </>
  )
}
