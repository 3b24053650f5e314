import { useState } from 'react'
import { useNavigate } from '@core/frame/links'
import type { PayType } from '@core/checkout/contract'
import { OrderSheet } from '@core/checkout/order/OrderSheet'
import { useOrderAnswers, type OrderEnds } from '@core/checkout/order/useOrderAnswers'
import { placeOf } from '@core/frame/places'
import { useText } from '@kit/i18n/text'
import { AmountFact, Fact } from '@kit/ui/Facts'
import type { Address, GoodsOffer, GoodsQuote, GoodsPurchase } from '../contract'
import { useAddressLine } from '../useRegions'
import { useGoodsPurchase } from './api'

interface GoodsConfirmSheetProps {
  goods: GoodsOffer
  quote: GoodsQuote
  address: Address
  payType: PayType
  ends: OrderEnds
}

/** The order once more, before anything moves. */
export function GoodsConfirmSheet({ goods, quote, address, payType, ends }: GoodsConfirmSheetProps) {
  const t = useText('shop')
  const navigate = useNavigate()
  const line = useAddressLine()
  // As it was when the sheet opened. The terms fix the price, so what is sent under them costs what is shown.
  const [order] = useState({ quote, address, termsVersion: goods.termsVersion, price: goods.price })
  const purchase: GoodsPurchase = { goodsId: goods.id, quantity: order.quote.quantity, addressId: order.address.id, payType, termsVersion: order.termsVersion }
  const buy = useGoodsPurchase(
    useOrderAnswers(ends, ({ orderNo }: { intentNo: string | null; orderNo: string }) => navigate(placeOf('order', orderNo), { replace: true })),
  )
  return (
    <OrderSheet
      payAmount={order.quote.payAmount}
      currency={goods.priceCurrency}
      payType={payType}
      start={null}
      termsVersion={order.termsVersion}
      order={buy}
      send={() => buy.send(purchase)}
      onClose={ends.onClose}
    >
      <Fact name={goods.name}>
        <span className="fig">× {order.quote.quantity}</span>
      </Fact>
      <AmountFact name={t('buy.order.price')} value={order.price} currency={goods.priceCurrency} />
      <Fact name={t('buy.order.to')}>
        <span className="break-words">{line(order.address.name, order.address.detail)}</span>
      </Fact>
    </OrderSheet>
  )
}
