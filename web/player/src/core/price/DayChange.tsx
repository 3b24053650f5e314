import { formatPercent, signOf } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import { serverNow } from '@kit/time/clock'
import { usePriceDay } from './api'
import { dayChangeOf } from './decidePrice'

/** How a coin's price moved in 24 hours, with its sign; nothing before a day of it is known. */
export function DayChange({ currency }: { currency: 'ETH' | 'ETLD' }) {
  const t = useText('common')
  const language = useLanguage()
  const day = usePriceDay(currency)
  const change = day.data ? dayChangeOf(day.data.list, serverNow()) : null
  if (change === null) return null
  const sign = signOf(change)
  return (
    <span className={`fig text-13 font-medium whitespace-nowrap ${sign > 0 ? 'text-gain' : sign < 0 ? 'text-loss' : 'text-muted'}`}>
      {t('price.day', { change: formatPercent(change, language, { decimalsMin: 2, decimalsMax: 2, signed: true }) })}
    </span>
  )
}
