import type { TypedQuantity } from '@core/checkout/decideOrder'
import { QuantityField } from '@core/checkout/QuantityField'
import { signOf } from '@kit/amount/format'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Card } from '@kit/ui/Card'
import { Fact, Facts } from '@kit/ui/Facts'
import type { Offer, Quote } from '../contract'
import { useFigures } from '@kit/amount/useFigures'
import { Explained } from '@core/words/Explained'

interface OrderCardProps {
  offer: Offer
  typed: string
  max: number
  quantity: TypedQuantity
  quote: Quote | null
  onType: (typed: string) => void
}

/** The order: how many, and what the server asks for them, the fee of each part by itself. */
export function OrderCard({ offer, typed, max, quantity, quote, onType }: OrderCardProps) {
  const t = useText('machine-buy')
  const checkout = useText('checkout')
  const { money, percent } = useFigures()
  const hasCredit = signOf(offer.openCredit) > 0
  return (
    <Card label={t('order.title')}>
      <QuantityField typed={typed} max={max} quantity={quantity} onType={onType} />
      <div aria-hidden className="rule my-3" />
      <Facts>
        <Fact name={t('order.price')}>
          <Amount value={quote?.price} currency="USDT" />
        </Fact>
        <Fact
          name={<Explained word="parts">{t('order.fee')}</Explained>}
          note={
            quote && (
              <>
                <span className="block">{t('order.feeNew', { part: money(quote.newPart, 'USDT'), rate: percent(offer.serviceFeeNew) })}</span>
                <span className="block">
                  {t('order.feeRepurchase', { part: money(quote.repurchasePart, 'USDT'), rate: percent(offer.serviceFeeRepurchase) })}
                </span>
                {hasCredit && <span className="block">{t('order.credit', { credit: money(offer.openCredit, 'USDT') })}</span>}
              </>
            )
          }
        >
          <Amount value={quote?.serviceFee} currency="USDT" />
        </Fact>
        <Fact name={checkout('order.pay')} strong>
          <Amount value={quote?.payAmount} currency="USDT" />
        </Fact>
      </Facts>
    </Card>
  )
}
