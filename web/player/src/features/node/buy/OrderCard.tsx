import type { TypedQuantity } from '@core/checkout/decideOrder'
import { QuantityField } from '@core/checkout/QuantityField'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Card } from '@kit/ui/Card'
import { Fact, Facts } from '@kit/ui/Facts'
import type { LevelOffer, NodeQuote } from '../contract'

interface OrderCardProps {
  level: LevelOffer
  typed: string
  max: number
  quantity: TypedQuantity
  quote: NodeQuote | null
  onType: (typed: string) => void
}

/** The order: how many nodes, and what the server asks for them. */
export function OrderCard({ level, typed, max, quantity, quote, onType }: OrderCardProps) {
  const t = useText('node-buy')
  const checkout = useText('checkout')
  return (
    <Card label={t('order.title')}>
      <QuantityField typed={typed} max={max} quantity={quantity} onType={onType} />
      <div aria-hidden className="rule my-3" />
      <Facts>
        <Fact name={t('order.price')}>
          <Amount value={level.price} currency="USDT" />
        </Fact>
        <Fact name={checkout('order.pay')} note={t('order.noFee')} strong>
          <Amount value={quote?.payAmount} currency="USDT" />
        </Fact>
      </Facts>
    </Card>
  )
}
