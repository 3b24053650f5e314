import { formatAmount } from '@kit/amount/format'
import { useFigures } from '@kit/amount/useFigures'
import { useLanguage, useText } from '@kit/i18n/text'
import { formatTime } from '@kit/time/zone'
import { Alert } from '@kit/ui/Alert'
import type { Offer } from '../contract'

/** Other figures that were announced of a machine that is sold. */
export function AnnouncedTerms({ next }: { next: Offer['nextTerms'] }) {
  const t = useText('machine-buy')
  const language = useLanguage()
  const { percent, figure } = useFigures()
  if (!next) return null
  return (
    <Alert tone="plain" framed>
      {t('announced.terms', {
        time: formatTime(next.from, language),
        price: `${formatAmount(next.price, language, { currency: 'USDT' })} USDT`,
        power: figure(String(next.power)),
        days: next.termDays,
        rate: percent(next.dailyRate),
        cap: `${formatAmount(next.etldCap, language, { currency: 'ETLD' })} ETLD`,
        limit: figure(String(next.perUserLimit)),
      })}
    </Alert>
  )
}
