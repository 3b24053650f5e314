import { QuantityField } from '@core/checkout/order/QuantityField'
import type { OrderForm } from '@core/checkout/order/useOrderForm'
import { useText } from '@kit/i18n/text'
import { Card } from '@kit/ui/Card'
import { AmountFact, Facts } from '@kit/ui/Facts'
import type { LevelOffer, NodeQuote } from '../contract'

/** The order: how many nodes, and what the server asks for them. */
export function NodeOrderCard({ level, form }: { level: LevelOffer; form: OrderForm<NodeQuote> }) {
  const t = useText('node')
  const checkout = useText('checkout')
  return (
    <Card label={t('buy.order.title')}>
      <QuantityField form={form} />
      <div aria-hidden className="rule my-3" />
      <Facts>
        <AmountFact name={t('buy.order.price')} value={level.price} currency="USDT" />
        <AmountFact name={checkout('order.pay')} value={form.quote?.payAmount} currency="USDT" note={t('buy.order.noFee')} strong />
      </Facts>
    </Card>
  )
}
