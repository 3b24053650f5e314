import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '@kit/i18n/text'
import { useIsPending } from '@core/command/useCommand'
import { ensureChain } from '@core/session/connection'
import { useSession } from '@core/session/store'
import { Icon } from '@kit/ui/Icon'
import { useSheet, useSheetOf } from '@core/frame/useSheet'
import { Alert } from '@kit/ui/Alert'
import type { Offer } from '../contract'
import type { OpenPayment } from '../pay/decideOpenPayment'
import { BuyBar } from './BuyBar'
import { Certain } from './Certain'
import { ConfirmSheet } from './ConfirmSheet'
import { decideMethod, decideNext, decideSale, quantityMax, quoteFor, readQuantity, type PayType } from './decideOffer'
import { Hero } from './Hero'
import { MethodChoice } from './MethodChoice'
import { NotCertain } from './NotCertain'
import { OpenPaymentNote } from '../pay/OpenPaymentNote'
import { OrderCard } from './OrderCard'
import { PaymentSheet } from '../pay/PaymentSheet'
import { StartChoice } from './StartChoice'
import { TermsNote } from './TermsNote'

interface OfferDetailsProps {
  offer: Offer
  /** The user's open payment, for this machine or another. */
  open: OpenPayment | null
}

type Notice = 'none' | 'terms_changed'

/** The product page: one machine with what is certain and what is not, the order, and one button for the next step. */
export function OfferDetails({ offer, open }: OfferDetailsProps) {
  const t = useText('machine-buy')
  const navigate = useNavigate()
  const payment = useSheetOf('pay')
  const review = useSheet('review')
  const [typed, setTyped] = useState('1')
  const [chosen, choose] = useState<PayType | null>(null)
  const [startsNow, setStartsNow] = useState(false)
  const [notice, setNotice] = useState<Notice>('none')
  const [isReviewed, setIsReviewed] = useState(false)
  const onChain = useSession((state) => state.onChain)
  const isAwaited = useIsPending('/api/miner/purchaseMiner')

  // A reload keeps the sheet's entry, not what was ordered in it.
  const isConfirming = review.isOpen && isReviewed
  const sale = decideSale(offer)
  const max = quantityMax(offer)
  const quantity = readQuantity(typed, max)
  const quote = quoteFor(offer, quantity)
  const payType = decideMethod(chosen, offer.available, quote?.payAmount ?? null)
  const next = decideNext({
    sale,
    quantity,
    payAmount: quote?.payAmount ?? null,
    payType,
    available: offer.available,
    onChain,
    isAwaited,
    openPayment: !open ? 'none' : open.productId === offer.id ? 'this' : 'other',
  })
  function act() {
    setNotice('none')
    if (next === 'review') {
      setIsReviewed(true)
      // What is reviewed stays, also when the balance changes meanwhile.
      choose(payType)
      review.open()
    } else if (next === 'switch_network') void ensureChain()
    else if (next === 'insufficient') void navigate('/wallet')
    else if (open) payment.open(open.intentNo)
  }

  return (
    <div className="flex flex-col gap-4 pb-28">
      <Hero offer={offer} isOnSale={sale.state === 'on_sale'} />
      {sale.state === 'closed' && (
        <p role="status" className="flex gap-2 rounded-card border border-loss p-4 text-15">
          <Icon name="info" />
          <span>
            <strong className="block font-semibold text-loss">{t('closed.title')}</strong>
            {t(`closed.${sale.reason}`)}
          </span>
        </p>
      )}
      {open && <OpenPaymentNote payment={open} onOpen={() => payment.open(open.intentNo)} />}
      {notice === 'terms_changed' && (
        <Alert tone="plain" framed>
          {t('termsChanged')}
        </Alert>
      )}
      <Certain offer={offer} />
      <NotCertain offer={offer} />
      {sale.state === 'on_sale' && (
        <>
          <OrderCard offer={offer} typed={typed} max={max} quantity={quantity} quote={quote} onType={setTyped} />
          <MethodChoice value={payType} onChange={choose} available={offer.available} isShort={next === 'insufficient'} />
          <StartChoice isChosen={startsNow} onChoose={setStartsNow} />
        </>
      )}
      <TermsNote offer={offer} />
      <BuyBar next={next} quote={quote} max={max} onAct={act} />
      {isConfirming && quote && (
        <ConfirmSheet
          offer={offer}
          quote={quote}
          payType={payType}
          startsNow={startsNow}
          onClose={review.close}
          onReserved={(intentNo) => payment.open(intentNo, { instead: { sheet: null } })}
          onTermsChanged={() => {
            review.close()
            setNotice('terms_changed')
          }}
        />
      )}
      {payment.value && <PaymentSheet key={payment.value} intentNo={payment.value} minerNo={open?.intentNo === payment.value ? open.minerNo : null} onClose={payment.close} />}
    </div>
  )
}
