import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { OrderSheet } from '@core/checkout/OrderSheet'
import { useOrderAnswers, type OrderEnds } from '@core/checkout/useOrderAnswers'
import { useIsShown } from '@core/frame/useIsShown'
import { useFigures } from '@kit/amount/useFigures'
import { TransportError } from '@kit/api/faults'
import { useText } from '@kit/i18n/text'
import { Alert } from '@kit/ui/Alert'
import { Amount } from '@kit/ui/Amount'
import { Fact } from '@kit/ui/Facts'
import { askOffer, usePurchase } from './api'
import type { Offer, Purchase, Quote } from '../contract'
import { changedQuote, type Order } from './decideOffer'

interface ConfirmSheetProps {
  offer: Offer
  quote: Quote
  payType: Purchase['payType']
  startsNow: boolean
  ends: OrderEnds
}

/** The purchase of machines once more, before anything moves. */
export function ConfirmSheet({ offer, quote, payType, startsNow, ends }: ConfirmSheetProps) {
  const t = useText('machine-buy')
  const navigate = useNavigate()
  const answers = useQueryClient()
  const common = useText('common')
  const { money } = useFigures()
  // The order as it was when the sheet opened: what is confirmed does not change under the finger.
  const [order, setOrder] = useState<Order>({ quote, termsVersion: offer.termsVersion })
  const [sumBefore, setSumBefore] = useState<string | null>(null)
  const purchase: Purchase = { productId: offer.id, quantity: order.quote.quantity, payType, termsVersion: order.termsVersion, startNow: startsNow }
  const isShown = useIsShown()
  const buy = usePurchase(
    useOrderAnswers(ends, ({ minerNos }: { intentNo: string | null; minerNos: string[] }) => {
      const [first] = minerNos
      void navigate(minerNos.length === 1 && first ? `/myMiner?id=${first}` : '/myMiner', { replace: true })
    }),
  )
  // The call names no sum, so it is quoted once more at the press: the server charges what holds then.
  const check = useMutation({
    mutationFn: () => askOffer(offer.id),
    onSuccess: (now) => {
      // Who leaves before the sum was checked has ordered nothing.
      if (!isShown()) return
      const changed = changedQuote(order, now)
      if (!changed) {
        buy.send(purchase)
        return
      }
      setSumBefore(order.quote.payAmount)
      setOrder({ ...order, quote: changed })
      void answers.invalidateQueries()
    },
  })

  function press() {
    setSumBefore(null)
    // A purchase without an answer may have used the credit itself: it is only sent again.
    if (buy.sending === 'unanswered') buy.sendAgain()
    else check.mutate()
  }

  return (
    <OrderSheet
      payAmount={order.quote.payAmount}
      payType={payType}
      start={{ kind: 'machine', isNow: startsNow }}
      termsVersion={order.termsVersion}
      isBusy={check.isPending || buy.sending === 'sending'}
      fault={buy.fault}
      refusal={buy.refusal}
      note={
        <>
          {check.error instanceof TransportError && <Alert size={13}>{common('unreachable')}</Alert>}
          {sumBefore !== null && (
            <Alert tone="plain">{t('confirm.changed', { before: money(sumBefore, 'USDT'), now: money(order.quote.payAmount, 'USDT') })}</Alert>
          )}
        </>
      }
      onPress={press}
      onClose={ends.onClose}
    >
      <Fact name={offer.name}>
        <span className="fig">× {order.quote.quantity}</span>
      </Fact>
      <Fact name={t('order.price')}>
        <Amount value={order.quote.price} currency="USDT" />
      </Fact>
      <Fact name={t('order.fee')}>
        <Amount value={order.quote.serviceFee} currency="USDT" />
      </Fact>
    </OrderSheet>
  )
}
