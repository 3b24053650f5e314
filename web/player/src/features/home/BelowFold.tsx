import { LinkButton } from '@core/frame/LinkButton'
import { late } from '@core/frame/late'
import type { Home, Price } from '@kit/api/contract'
import { Gem } from '@kit/art/Gem'
import { useText, useLanguage } from '@kit/i18n/text'
import { Card } from '@kit/ui/Card'
import { Time } from '@kit/ui/Time'
import { Suspense, useRef, useEffect, useState, type RefObject } from 'react'
import { LateIncomeLine } from './lateIncomeLine'
import { useCoinPrice } from '@core/price/api'
import { DayChange } from '@core/price/DayChange'
import { formatAmount } from '@kit/amount/format'
import { Age } from '@kit/ui/Age'
import { Amount } from '@kit/ui/Amount'
import { decidePrice } from './decideHome'

// With the line, which must not push down what follows it.
const Further = late(() => Promise.all([import('./Further'), LateIncomeLine.preload()]).then(([module]) => module.Further), ['news'])

/** What today's output is worth, in the file of what comes after the first screen. */
export { Worth as TodayWorth } from '@core/price/Worth'

/** What stands below the first screen of the front page; its code comes after that of the first screen, and that of its end when somebody comes near. */
export function BelowFold({ home }: { home: Home }) {
  const end = useRef<HTMLDivElement>(null)
  const isNear = useIsNear(end)
  return (
    <>
      <Prices prices={home.prices} />
      <Nodes next={home.nextDividend} />
      <div ref={end} className="flex min-h-80 flex-col gap-3">
        <Suspense fallback={null}>{isNear && <Further home={home} />}</Suspense>
      </div>
    </>
  )
}

/** How far below the screen something is near. */
const nearMargin = '400px'

/** Whether an element has come near the screen; it stays true. */
function useIsNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setIsNear(true), { rootMargin: nearMargin })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isNear
}

/** What a node is, when holders are paid next, and that it may be nothing. */
function Nodes({ next }: { next: Home['nextDividend'] }) {
  const t = useText('home')
  return (
    <Card label={t('nodes.title')}>
      <div className="flex flex-wrap items-center gap-4">
        <span aria-hidden className="size-16 shrink-0">
          <Gem level="king" />
        </span>
        <div className="min-w-[min(100%,11rem)] flex-1">
          <h2 className="text-16 font-semibold">{t('nodes.title')}</h2>
          <p className="mt-0.5 text-13 text-muted">{t('nodes.text')}</p>
        </div>
      </div>
      {next && (
        <dl className="mt-3 flex flex-wrap justify-between gap-x-4 border-t border-line pt-3 text-13">
          <dt className="text-muted">{t('dividend.title')}</dt>
          <dd>
            <Time at={next.at} />
          </dd>
        </dl>
      )}
      <div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-2">
        <LinkButton to="/chain" size="small">
          {t('nodes.open')}
        </LinkButton>
        <LinkButton to="/dividendPool" size="small" kind="quiet">
          {t('nodes.pool')}
        </LinkButton>
      </div>
    </Card>
  )
}

const coins = ['ETLD', 'ETH'] as const

/** Prices with where they come from and how old they are. */
function Prices({ prices }: { prices: readonly Price[] }) {
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
