import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { TransportError } from '@kit/api/faults'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Button } from '@kit/ui/Button'
import { Sheet } from '@kit/ui/Sheet'
import { toast } from '@kit/ui/toast'
import { Fact, Facts } from '@kit/ui/Facts'
import { Alert } from '@kit/ui/Alert'
import { useIsShown } from '@core/frame/useIsShown'
import { askOffer, usePurchase } from './api'
import { openIntentNamed } from '../pay/api'
import type { Offer, Quote, Wish } from '../contract'
import { changedQuote, type Order } from './decideOffer'
import { Steps } from '../pay/Steps'
import { Unanswered } from '../Unanswered'
import { useFigures } from '../useFigures'

interface ConfirmSheetProps {
  offer: Offer
  quote: Quote
  payType: Wish['payType']
  startsNow: boolean
  onClose: () => void
  /** The order is reserved and waits for this payment. */
  onReserved: (intentNo: string) => void
  onTermsChanged: () => void
}

const codeTermsChanged = 1504
/** Sold out, or the income pool is too small: from the wallet also when unpaid payments reserve their share. */
const codesReserved = [1501, 1503]

/** The purchase once more in a few lines, before anything moves. */
export function ConfirmSheet({ offer, quote, payType, startsNow, onClose, onReserved, onTermsChanged }: ConfirmSheetProps) {
  const t = useText('machine-buy')
  const navigate = useNavigate()
  const answers = useQueryClient()
  const common = useText('common')
  const { money } = useFigures()
  // The order as it was when the sheet opened: what is confirmed does not change under the finger.
  const [order, setOrder] = useState<Order>({ quote, termsVersion: offer.termsVersion })
  const [sumBefore, setSumBefore] = useState<string | null>(null)
  const wish: Wish = { productId: offer.id, quantity: order.quote.quantity, payType, termsVersion: order.termsVersion, startNow: startsNow }
  // Who has left meanwhile is not brought back.
  const isShown = useIsShown()
  const buy = usePurchase({
    onDone: async ({ intentNo, minerNos }) => {
      if (intentNo) {
        if (isShown()) onReserved(intentNo)
        return
      }
      toast.success(t('successful'))
      if (!isShown()) return
      const [first] = minerNos
      await navigate(`/myMiner?status=${startsNow ? 'running' : 'to_be_confirmed'}${minerNos.length === 1 && first ? `&id=${first}` : ''}`, { replace: true })
    },
    onRefused: (fault) => {
      if (!isShown()) return
      const waiting = openIntentNamed(fault)
      if (waiting) onReserved(waiting)
      else if (fault.code === codeTermsChanged) onTermsChanged()
    },
  })
  // The call names no sum, so it is quoted once more at the press: the server charges what holds then.
  const check = useMutation({
    mutationFn: () => askOffer(offer.id),
    onSuccess: (now) => {
      // Who leaves before the sum was checked has ordered nothing.
      if (!isShown()) return
      const changed = changedQuote(order, now)
      if (!changed) {
        buy.send(wish)
        return
      }
      setSumBefore(order.quote.payAmount)
      setOrder({ ...order, quote: changed })
      void answers.invalidateQueries()
    },
  })
  const isBusy = check.isPending || buy.sending === 'sending'

  function press() {
    setSumBefore(null)
    // A purchase without an answer may have used the credit itself: it is only sent again.
    if (buy.sending === 'unanswered') buy.sendAgain()
    else check.mutate()
  }

  const isReserved = payType === 'chain' && buy.refusal !== null && codesReserved.includes(buy.refusal.code)
  const due = money(order.quote.payAmount, 'USDT')
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('confirm.title')}
      footer={
        <div className="flex flex-col gap-2">
          <Unanswered fault={buy.fault} />
          {isReserved && <Alert size={13}>{t('confirm.held')}</Alert>}
          {check.error instanceof TransportError && <Alert size={13}>{common('unreachable')}</Alert>}
          {sumBefore !== null && <Alert tone="plain">{t('confirm.changed', { before: money(sumBefore, 'USDT'), now: due })}</Alert>}
          <Button kind="main" wide busy={isBusy} onClick={press}>
            {payType === 'balance' ? t('confirm.payBalance', { amount: due }) : t('confirm.reserve')}
          </Button>
        </div>
      }
    >
      {payType === 'chain' && (
        <div className="mb-3">
          <Steps current="confirm" isDone={false} />
        </div>
      )}
      <Facts>
        <Fact name={offer.name}>
          <span className="fig">× {order.quote.quantity}</span>
        </Fact>
        <Fact name={t('order.price')}>
          <Amount value={order.quote.price} currency="USDT" />
        </Fact>
        <Fact name={t('order.fee')}>
          <Amount value={order.quote.serviceFee} currency="USDT" />
        </Fact>
        <Fact name={t('order.pay')} strong>
          <Amount value={order.quote.payAmount} currency="USDT" />
        </Fact>
        <Fact name={t('confirm.from')}>{payType === 'balance' ? t('method.balance') : t('method.chain')}</Fact>
        <Fact name={t('confirm.start')} note={startsNow ? t('confirm.startNowNote') : t('confirm.startLaterNote')}>
          {startsNow ? t('confirm.startNow') : t('confirm.startLater')}
        </Fact>
      </Facts>
      {payType === 'chain' && <p className="mt-2 text-13 text-muted">{t('confirm.chainNote')}</p>}
      <p className="mt-2 text-13 text-muted">{t('confirm.terms', { version: order.termsVersion })}</p>
    </Sheet>
  )
}
