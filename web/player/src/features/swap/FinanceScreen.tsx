import { LinkButton } from '@core/frame/LinkButton'
import { Screen } from '@core/frame/Screen'
import { formatAmount, formatPercent } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Answer } from '@kit/ui/Answer'
import { Card } from '@kit/ui/Card'
import { EmptyState } from '@kit/ui/EmptyState'
import { Fact } from '@kit/ui/Facts'
import { Icon } from '@kit/ui/Icon'
import type { EndlessList } from '@kit/ui/ListEnd'
import { ListSkeleton } from '@kit/ui/Loading'
import { Rows } from '@kit/ui/Rows'
import { Time } from '@kit/ui/Time'
import { Halted } from './Halted'
import { Limits } from './Limits'
import { PriceSource } from './PriceSource'
import { Rate } from './Rate'
import { useExchanges, useSwapConfig } from './api'
import type { Exchange, Pair, SwapConfig } from './contract'

/** Every pair with its rate, fee and limits, and what the person exchanged. */
export function FinanceScreen() {
  const t = useText('swap')
  const config = useSwapConfig()
  const records = useExchanges()
  return (
    <Screen title={t('hub')} onRefresh={() => Promise.all([config.refetch(), records.refresh()])}>
      <Answer of={config} waiting={<ListSkeleton rows={5} height="126px" />}>
        {(offered) => <Offers config={offered} />}
      </Answer>
      {/* Only below what has its final height: it must not be pushed away. */}
      {!config.isPending && (
        <>
          <h2 className="mt-6 mb-3 text-18 font-semibold">{t('records.title')}</h2>
          <ExchangeRecords list={records} />
        </>
      )}
    </Screen>
  )
}

function Offers({ config }: { config: SwapConfig }) {
  const t = useText('swap')
  const language = useLanguage()
  const usdt = (value: string) => formatAmount(value, language, { decimalsMin: 0 })
  if (config.pairs.length === 0) return <EmptyState title={t('empty.pairs')} hint={t('empty.pairsHint')} />
  return (
    <>
      <h2 className="mb-3 text-18 font-semibold">{t('pairs')}</h2>
      <ul className="flex flex-col gap-3">
        {config.pairs.map((pair) => (
          <li key={`${pair.pay} ${pair.receive}`}>
            <PairCard pair={pair} />
          </li>
        ))}
      </ul>
      <p className="mt-4 text-13 text-muted">
        {t('rules', { min: usdt(config.valueMin), max: usdt(config.valueMax), day: usdt(config.valueDayMax), seconds: config.quoteSeconds })}
      </p>
      <p className="mt-2 text-13 text-muted">{t('risk')}</p>
    </>
  )
}

/** The exchanges the person made, newest first. */
function ExchangeRecords({ list }: { list: EndlessList<Exchange> }) {
  const t = useText('swap')
  return (
    <Rows
      keyOf={(made) => made.exchangeNo}
      look="figures"
      list={list}
      waiting={<ListSkeleton rows={2} height="66px" />}
      empty={<EmptyState title={t('records.empty')} hint={t('records.emptyHint')} />}
    >
      {(made) => (
        <div className="py-3">
          <p className="flex flex-wrap justify-between gap-x-3 text-15">
            <Amount value={made.payAmount} currency={made.pay} own />
            <span className="ml-auto font-semibold text-gain">
              <Amount value={made.receiveAmount} currency={made.receive} signed own />
            </span>
          </p>
          <p className="flex flex-wrap justify-between gap-x-3 text-13 text-muted">
            <Rate rate={made.rate} base={made.rateBase} quote={made.rateQuote} />
            <span>
              {t('facts.fee')} <Amount value={made.fee} currency={made.feeCurrency} own />
            </span>
          </p>
          <p className="text-13 text-muted">
            <Time at={made.createdAt} as="second" />
          </p>
        </div>
      )}
    </Rows>
  )
}

/** One pair: its rate, what it costs, how much of it where that is opened, and the way to exchange it. */
function PairCard({ pair }: { pair: Pair }) {
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
