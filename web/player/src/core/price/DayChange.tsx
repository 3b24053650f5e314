import { formatPercent, signOf } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import { serverNow } from '@kit/time/clock'
import { usePriceDay } from './api'
import { dayChangeOf } from './decidePrice'

/** As wide as most changes are; it keeps the room of one that is not known. */
const usualChange = '0.01'

/** How a coin's price moved in 24 hours, with its sign; an empty place before a day of it is known, so that nothing moves. */
export function DayChange({ currency }: { currency: 'ETH' | 'ETLD' }) {
  const t = useText('common')
  const language = useLanguage()
  const day = usePriceDay(currency)
  const known = day.data ? dayChangeOf(day.data.list, serverNow()) : null
  const change = known ?? usualChange
  const sign = signOf(change)
  return (
    <span
      aria-hidden={known === null}
      className={`fig text-13 font-medium whitespace-nowrap ${known === null ? 'invisible' : sign > 0 ? 'text-gain' : sign < 0 ? 'text-loss' : 'text-muted'}`}
    >
      {t('price.day', { change: formatPercent(change, language, { decimalsMin: 2, decimalsMax: 2, signed: true }) })}
    </span>
  )
}
