import { useState } from 'react'
import { useNavigate } from '@core/frame/links'
import type { PayType } from '@core/checkout/contract'
import { OrderSheet } from '@core/checkout/order/OrderSheet'
import { useOrderAnswers, type OrderEnds } from '@core/checkout/order/useOrderAnswers'
import { placeOf } from '@core/frame/places'
import { useText } from '@kit/i18n/text'
import { AmountFact, Fact } from '@kit/ui/Facts'
import type { LevelOffer, NodeQuote, NodePurchase } from '../contract'
import { useNodePurchase } from './api'

interface NodeConfirmSheetProps {
  level: LevelOffer
  quote: NodeQuote
  payType: PayType
  startsNow: boolean
  ends: OrderEnds
}

/** The purchase of nodes once more, before anything moves. */
export function NodeConfirmSheet({ level, quote, payType, startsNow, ends }: NodeConfirmSheetProps) {
  const t = useText('node')
  const navigate = useNavigate()
  // As it was when the sheet opened. The terms fix the price, so what is sent under them costs what is shown.
  const [order] = useState({ quote, price: level.price, termsVersion: level.termsVersion })
  const purchase: NodePurchase = { nodeId: level.id, quantity: order.quote.quantity, payType, termsVersion: order.termsVersion, startNow: startsNow }
  const buy = useNodePurchase(
    useOrderAnswers(ends, ({ nodeNos }: { intentNo: string | null; nodeNos: string[] }) => navigate(placeOf('node', nodeNos), { replace: true })),
  )
  return (
    <OrderSheet
      payAmount={order.quote.payAmount}
      payType={payType}
      start={{ kind: 'node', isNow: startsNow }}
      termsVersion={order.termsVersion}
      order={buy}
      send={() => buy.send(purchase)}
      onClose={ends.onClose}
    >
      <Fact name={level.name}>
        <span className="fig">× {order.quote.quantity}</span>
      </Fact>
      <AmountFact name={t('buy.order.price')} value={order.price} currency="USDT" />
    </OrderSheet>
  )
}
