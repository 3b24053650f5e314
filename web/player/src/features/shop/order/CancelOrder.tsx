import { Unanswered } from '@core/checkout/Unanswered'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { AskFirst } from '@kit/ui/AskFirst'
import { toast } from '@kit/ui/toast'
import type { Order } from '../contract'
import { useCancelOrder } from './api'

/** Takes an order back that is not shipped, after asking once and naming what comes back. */
export function CancelOrder({ order }: { order: Order }) {
  const t = useText('shop')
  const { money } = useFigures()
  const cancel = useCancelOrder({ onDone: () => toast.success(t('order.cancel.done')) })
  return (
    <AskFirst
      open={t('order.cancel.open')}
      keep={t('order.cancel.keep')}
      confirm={t('order.cancel.confirm')}
      isBusy={cancel.sending === 'sending'}
      isAwaited={cancel.sending === 'awaited'}
      onConfirm={() => cancel.send({ orderNo: order.orderNo })}
    >
      <p className="text-15">
        {order.status === 'payment' ? t('order.cancel.unpaid') : t('order.cancel.text', { amount: money(order.payAmount, order.priceCurrency) })}
      </p>
      <Unanswered fault={cancel.fault} />
    </AskFirst>
  )
}
