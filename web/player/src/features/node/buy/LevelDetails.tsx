import { Announced } from '@core/checkout/Announced'
import { BuyBar } from '@core/checkout/BuyBar'
import { Closed } from '@core/checkout/Closed'
import type { Progress } from '@core/checkout/contract'
import { MethodChoice } from '@core/checkout/MethodChoice'
import { OpenPaymentNote } from '@core/checkout/OpenPaymentNote'
import { PaymentSheet } from '@core/checkout/PaymentSheet'
import { StartChoice } from '@core/checkout/StartChoice'
import { Terms } from '@core/checkout/Terms'
import { TermsChanged } from '@core/checkout/TermsChanged'
import { useOrderForm } from '@core/checkout/useOrderForm'
import { useText } from '@kit/i18n/text'
import type { LevelOffer } from '../contract'
import { ConfirmSheet } from './ConfirmSheet'
import { Formula } from './Formula'
import { LastDividends } from './LastDividends'
import { LevelHero } from './LevelHero'
import { OrderCard } from './OrderCard'

const points = ['share', 'end', 'level', 'cooling', 'change'] as const

interface LevelDetailsProps {
  level: LevelOffer
  /** The user's open payment, for this level or for something else. */
  open: Progress | null
}

/** One level: what it is and may bring, the order, and one button for the next step. */
export function LevelDetails({ level, open }: LevelDetailsProps) {
  const t = useText('node-buy')
  const isOnSale = level.quotes.length > 0
  const form = useOrderForm({
    path: '/api/node/purchase',
    productId: level.id,
    quotes: level.quotes,
    available: level.available,
    isOnSale,
    open,
    onChainMax: level.onChainMax,
  })
  return (
    <div className="flex flex-col gap-4 pb-28">
      <LevelHero level={level} />
      {!isOnSale && <Closed why={t('soldOut')} />}
      <Announced offSaleAt={level.offSaleAt} />
      {open && <OpenPaymentNote payment={open} onOpen={() => form.payment.open(open.intentNo)} />}
      {form.hasTermsChanged && <TermsChanged />}
      <Formula level={level} />
      <LastDividends level={level} />
      {isOnSale && (
        <>
          <OrderCard level={level} typed={form.typed} max={form.max} quantity={form.quantity} quote={form.quote} onType={form.type} />
          <MethodChoice value={form.payType} onChange={form.choose} available={level.available} isShort={form.isShort} isHeld={form.isHeld} />
          <StartChoice kind="node" isChosen={form.startsNow} onChoose={form.chooseStart} />
        </>
      )}
      <Terms title={t('terms.title')} points={points.map((point) => t(`terms.${point}`, { hours: level.coolingHours }))} version={level.termsVersion} />
      <BuyBar next={form.next} payAmount={form.quote?.payAmount} max={form.max} onAct={form.act} />
      {form.isConfirming && form.quote && (
        <ConfirmSheet level={level} quote={form.quote} payType={form.payType} startsNow={form.startsNow} ends={form.confirmation} />
      )}
      {form.payment.value && <PaymentSheet key={form.payment.value} intentNo={form.payment.value} onClose={form.payment.close} />}
    </div>
  )
}
