import { QuantityField } from '@core/checkout/order/QuantityField'
import type { OrderForm } from '@core/checkout/order/useOrderForm'
import { signOf } from '@kit/amount/format'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Card } from '@kit/ui/Card'
import { AmountFact, Fact, Facts } from '@kit/ui/Facts'
import type { MachineOffer, MachineQuote } from '../contract'
import { useFigures } from '@kit/amount/useFigures'
import { Explained } from '@core/words/Explained'

/** The order: how many, and what the server asks for them, the fee of each part by itself. */
export function MachineOrderCard({ offer, form }: { offer: MachineOffer; form: OrderForm<MachineQuote> }) {
  const t = useText('machine')
  const checkout = useText('checkout')
  const { money, percent } = useFigures()
  const { quote } = form
  const hasCredit = signOf(offer.openCredit) > 0
  return (
    <Card label={t('buy.order.title')}>
      <QuantityField form={form} />
      <div aria-hidden className="rule my-3" />
      <Facts>
        <AmountFact name={t('buy.order.price')} value={quote?.price} currency="USDT" />
        <Fact
          name={<Explained word="parts">{t('buy.order.fee')}</Explained>}
          note={
            quote && (
              <>
                <span className="block">{t('buy.order.feeNew', { part: money(quote.newPart, 'USDT'), rate: percent(offer.serviceFeeNew) })}</span>
                <span className="block">
                  {t('buy.order.feeRepurchase', { part: money(quote.repurchasePart, 'USDT'), rate: percent(offer.serviceFeeRepurchase) })}
                </span>
                {hasCredit && <span className="block">{t('buy.order.credit', { credit: money(offer.openCredit, 'USDT') })}</span>}
              </>
            )
          }
        >
          <Amount value={quote?.serviceFee} currency="USDT" />
        </Fact>
        <AmountFact name={checkout('order.pay')} value={quote?.payAmount} currency="USDT" strong />
      </Facts>
    </Card>
  )
}
