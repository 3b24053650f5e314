import { useState } from 'react'
import { Unanswered } from '@core/checkout/Unanswered'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { toast } from '@kit/ui/toast'
import type { Order } from '../contract'
import { useCancelOrder } from './api'

/** Takes an order back that is not shipped, after asking once and naming what comes back. */
export function CancelOrder({ order }: { order: Order }) {
  const t = useText('shop-order')
  const { money } = useFigures()
  const [isAsked, setIsAsked] = useState(false)
  const cancel = useCancelOrder({ onDone: () => toast.success(t('cancel.done')) })
  const isBusy = cancel.sending === 'sending'
  if (!isAsked) {
    return (
      <button
        type="button"
        disabled={cancel.sending === 'awaited'}
        onClick={() => setIsAsked(true)}
        className="press mx-auto flex min-h-11 items-center px-3 text-15 text-muted underline underline-offset-4"
      >
        {t('cancel.open')}
      </button>
    )
  }
  return (
    <div>
      <p className="text-15">{order.status === 'payment' ? t('cancel.unpaid') : t('cancel.text', { amount: money(order.payAmount, order.priceCurrency) })}</p>
      <Unanswered fault={cancel.fault} />
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        <Button kind="quiet" size="small" disabled={isBusy} onClick={() => setIsAsked(false)}>
          {t('cancel.keep')}
        </Button>
        <Button kind="danger" size="small" busy={isBusy} disabled={cancel.sending === 'awaited'} onClick={() => cancel.send({ orderNo: order.orderNo })}>
          {t('cancel.confirm')}
        </Button>
      </div>
    </div>
  )
}
