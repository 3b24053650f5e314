import { Unanswered } from '@core/checkout/Unanswered'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { AskFirst } from '@kit/ui/AskFirst'
import { toast } from '@kit/ui/toast'
import type { Order } from '../contract'
import { useCancelOrder } from './api'

/** Takes an order back that is not shipped, after asking once and naming what comes back. */
export function CancelOrder({ order }: { order: Order }) {
  const t = useText('shop-order')
  const { money } = useFigures()
  const cancel = useCancelOrder({ onDone: () => toast.success(t('cancel.done')) })
  return (
    <AskFirst
      open={t('cancel.open')}
      keep={t('cancel.keep')}
      confirm={t('cancel.confirm')}
      isBusy={cancel.sending === 'sending'}
      isAwaited={cancel.sending === 'awaited'}
      onConfirm={() => cancel.send({ orderNo: order.orderNo })}
    >
      <p className="text-15">{order.status === 'payment' ? t('cancel.unpaid') : t('cancel.text', { amount: money(order.payAmount, order.priceCurrency) })}</p>
      <Unanswered fault={cancel.fault} />
    </AskFirst>
  )
}
