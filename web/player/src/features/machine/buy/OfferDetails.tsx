import { Announced } from '@core/checkout/Announced'
import { BuyBar } from '@core/checkout/BuyBar'
import { Closed } from '@core/checkout/Closed'
import type { Progress } from '@core/checkout/contract'
import { MethodChoice } from '@core/checkout/MethodChoice'
import { OpenPaymentNote } from '@core/checkout/OpenPaymentNote'
import { PaymentSheet } from '@core/checkout/PaymentSheet'
import { StartChoice } from '@core/checkout/StartChoice'
import { TermsChanged } from '@core/checkout/TermsChanged'
import { useOrderForm } from '@core/checkout/useOrderForm'
import { useText, useLanguage } from '@kit/i18n/text'
import { Terms } from '@core/checkout/Terms'
import { formatAmount } from '@kit/amount/format'
import { useFigures } from '@kit/amount/useFigures'
import { formatTime } from '@kit/time/zone'
import { Alert } from '@kit/ui/Alert'
import type { Offer } from '../contract'
import { Certain } from './Certain'
import { ConfirmSheet } from './ConfirmSheet'
import { decideSale } from './decideOffer'
import { Hero } from './Hero'
import { NotCertain } from './NotCertain'
import { OrderCard } from './OrderCard'

interface OfferDetailsProps {
  offer: Offer
  /** The user's open payment, for this machine or for something else. */
  open: Progress | null
}

/** The product page: one machine with what is certain and what is not, the order, and one button for the next step. */
export function OfferDetails({ offer, open }: OfferDetailsProps) {
  const t = useText('machine-buy')
  const sale = decideSale(offer)
  const isOnSale = sale.state === 'on_sale'
  const form = useOrderForm({
    path: '/api/miner/purchaseMiner',
    productId: offer.id,
    quotes: offer.quotes,
    available: offer.available,
    isOnSale,
    open,
    onChainMax: offer.onChainMax,
  })
  return (
    <div className="flex flex-col gap-4 pb-28">
      <Hero offer={offer} isOnSale={isOnSale} />
      {sale.state === 'closed' && <Closed why={t(`closed.${sale.reason}`)} />}
      <Announced offSaleAt={offer.offSaleAt} />
      <AnnouncedTerms next={offer.nextTerms} />
      {open && <OpenPaymentNote payment={open} onOpen={() => form.payment.open(open.intentNo)} />}
      {form.hasTermsChanged && <TermsChanged />}
      <Certain offer={offer} />
      <NotCertain offer={offer} />
      {isOnSale && (
        <>
          <OrderCard offer={offer} typed={form.typed} max={form.max} quantity={form.quantity} quote={form.quote} onType={form.type} />
          <MethodChoice value={form.payType} onChange={form.choose} available={offer.available} isShort={form.isShort} isHeld={form.isHeld} />
          <StartChoice kind="machine" isChosen={form.startsNow} onChoose={form.chooseStart} />
        </>
      )}
      <TermsNote offer={offer} />
      <BuyBar next={form.next} payAmount={form.quote?.payAmount} max={form.max} onAct={form.act} />
      {form.isConfirming && form.quote && (
        <ConfirmSheet offer={offer} quote={form.quote} payType={form.payType} startsNow={form.startsNow} ends={form.confirmation} />
      )}
      {form.payment.value && <PaymentSheet key={form.payment.value} intentNo={form.payment.value} onClose={form.payment.close} />}
    </div>
  )
}

const points = ['principal', 'interest', 'fee', 'pause', 'cap', 'repurchase', 'change'] as const

/** The terms by which the machine runs for all its life. */
function TermsNote({ offer }: { offer: Offer }) {
  const t = useText('machine-buy')
  const texts = points.map((point) => t(`terms.${point}`, { exitAfterDays: offer.exitAfterDays, creditDays: offer.creditDays }))
  return <Terms title={t('terms.title')} points={texts} version={offer.termsVersion} />
}

/** Other figures that were announced of a machine that is sold. */
function AnnouncedTerms({ next }: { next: Offer['nextTerms'] }) {
  const t = useText('machine-buy')
  const language = useLanguage()
  const { percent, figure } = useFigures()
  if (!next) return null
  return (
    <Alert tone="plain" framed>
      {t('announced.terms', {
        time: formatTime(next.from, language),
        price: `${formatAmount(next.price, language, { currency: 'USDT' })} USDT`,
        power: figure(String(next.power)),
        days: next.termDays,
        rate: percent(next.dailyRate),
        cap: `${formatAmount(next.etldCap, language, { currency: 'ETLD' })} ETLD`,
        limit: figure(String(next.perUserLimit)),
      })}
    </Alert>
  )
}
