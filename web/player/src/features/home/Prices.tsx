import { useCoinPrice } from '@core/price/api'
import { DayChange } from '@core/price/DayChange'
import { formatAmount } from '@kit/amount/format'
import type { Price } from '@kit/api/contract'
import { useLanguage, useText } from '@kit/i18n/text'
import { Age } from '@kit/ui/Age'
import { Amount } from '@kit/ui/Amount'
import { Card } from '@kit/ui/Card'
import { decidePrice } from './decideHome'

const coins = ['ETLD', 'ETH'] as const

/** Prices with where they come from and how old they are. */
export function Prices({ prices }: { prices: readonly Price[] }) {
  const t = useText('home')
  return (
    <Card label={t('prices.title')}>
      <h2 className="text-16 font-semibold">{t('prices.title')}</h2>
      {prices.length === 0 && <p className="mt-2 text-15 text-muted">{t('prices.none')}</p>}
      <ul className="divide-y divide-line">
        {coins.map((coin) => {
          const listed = prices.find((price) => price.pair.startsWith(`${coin}/`))
          return (
            listed && (
              <li key={coin} className="py-3 last:pb-0">
                <PriceRow listed={listed} coin={coin} />
              </li>
            )
          )
        })}
      </ul>
    </Card>
  )
}

function PriceRow({ listed, coin }: { listed: Price; coin: (typeof coins)[number] }) {
  const t = useText('home')
  const language = useLanguage()
  const price = { ...listed, ...useCoinPrice(coin, listed) }
  const { kind, source } = decidePrice(price)
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.25rem),1fr))] items-baseline gap-x-4">
      <span className="text-15 font-medium" translate="no">
        {price.pair}
      </span>
      <span className={`text-right text-16 font-semibold ${price.stale ? 'text-muted' : ''}`}>
        {kind === 'price' ? <Amount value={price.price} decimalsMin={2} decimalsMax={6} /> : t(kind === 'no_buyer' ? 'prices.noBuyer' : 'prices.noPrice')}
        {kind === 'price' && (
          <span className="block">
            <DayChange currency={coin} />
          </span>
        )}
      </span>
      {kind !== 'no_price' && (
        <span className={`text-13 text-muted ${price.bid && price.ask ? '' : 'col-span-full'}`}>
          {/* A line of its own: an age that grows by a digit would take one later. */}
          {source && <span className="block">{t(`prices.source.${source}`)}</span>}
          <Age at={price.at} />
          {price.stale && <span className="text-loss"> · {t('prices.stale')}</span>}
        </span>
      )}
      {price.bid && price.ask && (
        <span className="fig text-right text-13 text-muted">
          <span className="block">{t('prices.bid', { bid: formatAmount(price.bid, language, { decimalsMin: 2 }) })}</span>
          <span className="block">{t('prices.ask', { ask: formatAmount(price.ask, language, { decimalsMin: 2 }) })}</span>
        </span>
      )}
    </div>
  )
}
