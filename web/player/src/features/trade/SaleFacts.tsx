import { formatPercent } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Fact } from '@kit/ui/Fact'
import type { Market, SaleQuote } from './api'
import { isPartial } from './decideTrade'

/** Everything a sale would bring and cost, by the server's preview. */
export function SaleFacts({ quote, market }: { quote: SaleQuote; market: Market }) {
  const t = useText('trade')
  const language = useLanguage()
  return (
    <>
      <dl className="divide-y divide-line">
        <Fact name={t('facts.quantity')}>
          <Amount value={quote.filled} currency="ETLD" />
        </Fact>
        <Fact name={t('facts.average')}>
          <Amount value={quote.average} currency="USDT" />
        </Fact>
        <Fact name={t('facts.worst')}>
          <Amount value={quote.worst} currency="USDT" />
        </Fact>
        <Fact name={t('facts.gross')}>
          <Amount value={quote.gross} currency="USDT" />
        </Fact>
        <Fact name={t('facts.fee', { share: formatPercent(market.feeRate, language) })}>
          <Amount value={quote.fee} currency="USDT" />
        </Fact>
        <Fact name={t('facts.net')} strong>
          <Amount value={quote.net} currency="USDT" />
        </Fact>
        <Fact name={t('facts.unfilled')}>
          <Amount value={quote.unfilled} currency="ETLD" />
        </Fact>
        <Fact name={t('facts.min', { share: formatPercent(market.tolerance, language) })}>
          <Amount value={quote.minReceive} currency="USDT" />
        </Fact>
      </dl>
      {isPartial(quote) && <p className="mt-2 text-13 text-brass-ink">{t('facts.partial')}</p>}
      <p className="mt-2 text-13 text-muted">{t('facts.rule')}</p>
    </>
  )
}
