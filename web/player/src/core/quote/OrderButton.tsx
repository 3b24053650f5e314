import { useState } from 'react'
import { useFigures } from '@kit/amount/useFigures'
import type { Decimal } from '@kit/amount/format'
import { useText } from '@kit/i18n/text'
import { Alert } from '@kit/ui/Alert'
import { Button } from '@kit/ui/Button'
import { isWorse, type QuotedSum } from './worsened'

interface OrderButtonProps {
  sum: QuotedSum
  /** By the quote that is shown; null while there is none. */
  amount: Decimal | null
  currency: string
  isBusy: boolean
  isReady: boolean
  onPress: () => void
  children: string
}

/** The button of an order's sheet. A quote that is worse than the first one in the open sheet is agreed to by a press of its own. */
export function OrderButton({ sum, amount, currency, isBusy, isReady, onPress, children }: OrderButtonProps) {
  const t = useText('common')
  const { money } = useFigures()
  const [agreed, setAgreed] = useState(amount)
  if (agreed === null && amount !== null) setAgreed(amount)
  const isChanged = isWorse(sum, agreed, amount)
  return (
    <div className="flex flex-col gap-2">
      {isChanged && <Alert tone="plain">{t('order.worse', { before: money(agreed, currency), now: money(amount, currency) })}</Alert>}
      <Button kind="main" wide busy={isBusy} disabled={!isReady} onClick={isChanged ? () => setAgreed(amount) : onPress}>
        {isChanged ? t('order.accept') : children}
      </Button>
    </div>
  )
}
