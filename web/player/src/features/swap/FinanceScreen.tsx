import { formatAmount } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { EmptyState } from '@kit/ui/EmptyState'
import { Screen } from '@core/frame/Screen'
import { ListSkeleton } from '@kit/ui/Loading'
import { useExchanges, useSwapConfig } from './api'
import type { SwapConfig } from './contract'
import { ExchangeRecords } from './ExchangeRecords'
import { PairCard } from './PairCard'

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
