import { useState } from 'react'
import { useNavigate } from '@core/frame/links'
import { OrderSheet } from '@core/checkout/order/OrderSheet'
import { useOrderAnswers, type OrderEnds } from '@core/checkout/order/useOrderAnswers'
import { placeOf } from '@core/frame/places'
import { useFigures } from '@kit/amount/useFigures'
import type { ApiError } from '@kit/api/faults'
import { useText } from '@kit/i18n/text'
import { Alert } from '@kit/ui/Alert'
import { AmountFact, FigureFact } from '@kit/ui/Facts'
import { useMachinePurchase } from './api'
import type { MachineOffer, MachinePurchase, MachineQuote } from '../contract'
import { changedSum, type OrderSum } from './decideOffer'

interface MachineConfirmSheetProps {
  offer: MachineOffer
  quote: MachineQuote
  payType: MachinePurchase['payType']
  startsNow: boolean
  ends: OrderEnds
}

/** The purchase of machines once more, before anything moves. */
export function MachineConfirmSheet({ offer, quote, payType, startsNow, ends }: MachineConfirmSheetProps) {
  const t = useText('machine')
  const navigate = useNavigate()
  const { money } = useFigures()
  // The order as it was when the sheet opened: what is confirmed does not change under the finger.
  const [{ quantity, price, termsVersion }] = useState({ ...quote, termsVersion: offer.termsVersion })
  const [sums, setSums] = useState<{ now: OrderSum; before: OrderSum | null }>({ now: quote, before: null })
  const { payAmount, serviceFee } = sums.now
  const purchase: MachinePurchase = { productId: offer.id, quantity, payType, termsVersion, payAmount, startNow: startsNow }
  const answers = useOrderAnswers(ends, ({ minerNos }: { intentNo: string | null; minerNos: string[] }) =>
    navigate(placeOf('machine', minerNos), { replace: true }),
  )
  const buy = useMachinePurchase({
    ...answers,
    onRefused: (fault: ApiError) => {
      const changed = changedSum(fault)
      // The server charges the sum that was shown or none: the new one is agreed to by another press.
      if (changed) setSums({ now: changed, before: sums.now })
      else answers.onRefused(fault)
    },
  })

  function send() {
    setSums({ ...sums, before: null })
    buy.send(purchase)
  }

  return (
    <OrderSheet
      payAmount={payAmount}
      payType={payType}
      start={{ kind: 'machine', isNow: startsNow }}
      termsVersion={termsVersion}
      order={buy}
      send={send}
      note={
        sums.before !== null && (
          <Alert tone="plain">{t('buy.confirm.changed', { before: money(sums.before.payAmount, 'USDT'), now: money(payAmount, 'USDT') })}</Alert>
        )
      }
      onClose={ends.onClose}
    >
      <FigureFact name={offer.name} value={`× ${quantity}`} />
      <AmountFact name={t('buy.order.price')} value={price} currency="USDT" />
      <AmountFact name={t('buy.order.fee')} value={serviceFee} currency="USDT" />
    </OrderSheet>
  )
}
