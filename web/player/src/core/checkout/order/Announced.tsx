import { formatAmount, type Decimal } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import { formatTime } from '@kit/time/zone'
import { Alert } from '@kit/ui/Alert'

export interface AnnouncedProps {
  offSaleAt: string | null
  nextPrice?: { price: Decimal; priceCurrency: string; from: string } | null
}

/** What was announced of something that is sold: another price, or that it leaves the sale. */
export function Announced({ offSaleAt, nextPrice }: AnnouncedProps) {
  const t = useText('checkout')
  const language = useLanguage()
  if (!offSaleAt && !nextPrice) return null
  const amountOf = ({ price, priceCurrency }: { price: Decimal; priceCurrency: string }) =>
    `${formatAmount(price, language, { currency: priceCurrency })} ${priceCurrency}`
  return (
    <Alert tone="plain" framed>
      {nextPrice && t('announced.price', { time: formatTime(nextPrice.from, language), amount: amountOf(nextPrice) })}{' '}
      {offSaleAt && t('announced.offSale', { time: formatTime(offSaleAt, language) })}
    </Alert>
  )
}
