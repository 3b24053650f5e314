import { formatPercent } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import { Card } from '@kit/ui/Card'
import { Fact } from '@kit/ui/Facts'
import { Icon } from '@kit/ui/Icon'
import { LinkButton } from '@core/frame/LinkButton'
import type { Pair } from './contract'
import { Halted } from './Halted'
import { Limits } from './Limits'
import { PriceSource } from './PriceSource'
import { Rate } from './Rate'

/** One pair: its rate, what it costs, how much of it where that is opened, and the way to exchange it. */
export function PairCard({ pair }: { pair: Pair }) {
  const t = useText('swap')
  const language = useLanguage()
  const name = `${pair.pay} → ${pair.receive}`
  return (
    <Card label={name}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-16 font-semibold">{name}</h3>
        {pair.enabled && (
          <LinkButton size="small" to={`/swap?pay=${pair.pay}&receive=${pair.receive}`} label={`${t('exchange')} ${name}`}>
            {t('exchange')}
            <Icon name="forward" size={18} />
          </LinkButton>
        )}
      </div>
      {pair.enabled ? (
        <>
          <p className="mt-1 text-18">
            <Rate rate={pair.rate} base={pair.rateBase} quote={pair.rateQuote} />
          </p>
          <p className="text-13 text-muted">
            <PriceSource source={pair.source} at={pair.at} />
          </p>
          <details className="group -mb-2">
            <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between text-15 text-brass-ink [&::-webkit-details-marker]:hidden">
              {t('limits.title')}
              <Icon name="forward" size={18} look="rotate-90 transition-transform duration-200 group-open:-rotate-90" />
            </summary>
            <dl className="border-b border-line">
              <Fact name={t('facts.fee')}>{formatPercent(pair.feeRate, language)}</Fact>
            </dl>
            <Limits pair={pair} />
          </details>
        </>
      ) : (
        <div className="mt-2">
          <Halted pair={pair} />
        </div>
      )}
    </Card>
  )
}
