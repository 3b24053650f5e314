import { useEffect, useState } from 'react'
import { Link } from '@core/frame/links'
import { usePrices } from '@core/price/api'
import { useAnswer } from '@core/queries/useAnswer'
import { formatAmount } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import { Age } from '@kit/ui/Age'
import { Amount } from '@kit/ui/Amount'
import { breakable } from '@kit/ui/breakable'
import { CopyButton } from '@kit/ui/CopyButton'
import { Icon } from '@kit/ui/Icon'
import { Sheet } from '@kit/ui/Sheet'
import { toast } from '@kit/ui/toast'
import { amountsOf, otherOf, placesOf, type Holding, type Other, type Shown } from './decideHeld'
import type { TabPath } from '@core/frame/places'

/** So many amounts fit into what is told above a sheet. */
const toldMax = 3

/** What was held: amounts in another currency, with how that is computed, or where a tab leads to. */
export function HeldSheet({ holding, onClose }: { holding: Holding; onClose: () => void }) {
  const t = useText('help')
  const [isInSheet] = useState(() => document.querySelector('[role=dialog]') !== null)
  // A sheet lies above nothing else: what is held in one is told in a line above it.
  if (isInSheet) return 'said' in holding && <Told amounts={amountsOf(holding.said).slice(0, toldMax)} onDone={onClose} />
  return (
    <Sheet open onClose={onClose} title={'tab' in holding ? t('palette.held.tab') : t('palette.held.amounts')}>
      {'tab' in holding ? <Places tab={holding.tab} onClose={onClose} /> : <Amounts amounts={amountsOf(holding.said)} />}
    </Sheet>
  )
}

/** What amounts are told by: prices, and what a T put out on the newest closed day. Undefined until all that is needed is there, or did not come. */
function useMeasures(amounts: readonly Shown[]) {
  const hasPower = amounts.some(({ currency }) => currency === 'T')
  const prices = usePrices(true)
  const sums = useAnswer('/api/miner/minerStatistics', {}, { enabled: hasPower })
  const isThere = ({ data, isError }: { data: unknown; isError: boolean }) => data !== undefined || isError
  if (!isThere(prices) || (hasPower && !isThere(sums))) return undefined
  return (shown: Shown) => otherOf(shown, prices.data?.list ?? [], sums.data?.rate ?? null)
}

/** Tells what a few amounts come to, once prices are there. */
function Told({ amounts, onDone }: { amounts: readonly Shown[]; onDone: () => void }) {
  const t = useText('help')
  const language = useLanguage()
  const measure = useMeasures(amounts)
  useEffect(() => {
    if (!measure) return
    const print = ({ value, currency }: Shown) => `${formatAmount(value, language, { currency })} ${currency}`
    const lines = amounts.map((shown) => {
      const other = measure(shown)
      if (!other) return `${print(shown)}: ${t(shown.currency === 'T' ? 'palette.held.noRate' : 'palette.held.noPrice')}`
      return `${print(shown)} ≈ ${print(other)} (${other.how === 'times' ? '×' : '÷'} ${print({ value: other.price, currency: other.priceIn })})`
    })
    if (lines.length > 0) toast.plain(lines.join('\n'))
    onDone()
  }, [measure, amounts, language, onDone, t])
  return null
}

function Places({ tab, onClose }: { tab: TabPath; onClose: () => void }) {
  const t = useText('help')
  return (
    <ul className="divide-y divide-line">
      {placesOf(tab).map(({ name, place }) => (
        <li key={place}>
          <Link to={place} onClick={onClose} className="press flex min-h-11 items-center justify-between gap-3 px-1 py-2 text-15">
            {t(`palette.go.${name}`)}
            <Icon name="forward" size={16} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Amounts({ amounts }: { amounts: readonly Shown[] }) {
  const t = useText('help')
  const measure = useMeasures(amounts)
  return (
    <>
      <ul className="divide-y divide-line">
        {amounts.map((shown) => (
          <li key={`${shown.value} ${shown.currency}`} className="py-3">
            <p className={`flex items-center justify-between gap-3 text-18 font-semibold ${breakable}`}>
              <Amount value={shown.value} currency={shown.currency} />
              <CopyButton value={shown.value} what={`${shown.value} ${shown.currency}`} />
            </p>
            {measure && <Converted shown={shown} other={measure(shown)} />}
          </li>
        ))}
      </ul>
      {amounts.length === 0 && <p className="text-15 text-muted">{t('palette.held.none')}</p>}
    </>
  )
}

/** How an amount is computed in the other currency, factor by factor. */
function Converted({ shown, other }: { shown: Shown; other: Other | null }) {
  const t = useText('help')
  if (!other) return <p className="mt-1 text-13 text-muted">{t(shown.currency === 'T' ? 'palette.held.noRate' : 'palette.held.noPrice')}</p>
  return (
    <>
      <p className="mt-1 text-16">
        ≈ <Amount value={other.value} currency={other.currency} />
      </p>
      <p className={`mt-1 text-13 text-muted ${breakable}`}>
        <Amount value={shown.value} currency={shown.currency} /> {other.how === 'times' ? '×' : '÷'} <Amount value={other.price} currency={other.priceIn} />{' '}
        {other.coin === 'T' ? t('palette.held.rate') : t(other.source === 'bids' ? 'palette.held.bids' : 'palette.held.market', { coin: other.coin })}{' '}
        {other.at !== null && <Age at={other.at} />}
      </p>
    </>
  )
}
