import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { formatAmount, isDecimal, typedAmount, type Decimal } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { AmountField } from '@kit/ui/AmountField'
import { Button } from '@kit/ui/Button'
import { Disclosure } from '@kit/ui/Disclosure'
import { Sheet } from '@kit/ui/Sheet'
import { useDraftAmount } from '@core/frame/useDraftAmount'
import { QuoteNote } from '@core/quote/QuoteNote'
import { OrderResult } from '@core/quote/OrderResult'
import { Worth } from '@core/price/Worth'
import { toast } from '@kit/ui/toast'
import { useReview } from '@core/frame/useReview'
import { useSearchState } from '@core/frame/useSearchState'
import { useSaleOrder } from './api'
import type { Market, Sale } from './contract'
import { decideStep } from './decideTrade'
import { SaleFacts } from './SaleFacts'

interface SellFormProps {
  market: Market
  /** The sale made last, until something is entered again. */
  made: Sale | null
  onDone: (made: Sale | null) => void
}

/** Sells ETLD at market: quantity, which the address may name, preview, a sheet to confirm. */
export function SellForm({ market, made, onDone }: SellFormProps) {
  const t = useText('trade')
  const language = useLanguage()
  const [search, changeSearch] = useSearchState()
  const asked = search.get('quantity')
  const { typed, amount: quantity, write: keep } = useDraftAmount('sale')
  const [isPrompted, setIsPrompted] = useState(false)
  const review = useReview(quantity !== null)
  const { quote, order, place } = useSaleOrder(market, quantity, (made) => {
    toast.success(t('successful'))
    write('', null)
    if (review.isOpen) review.close()
    onDone(made)
  })
  const isConfirming = review.isOpen && quantity !== null
  const isBusy = order.sending !== 'idle'
  const step = decideStep({ market, quantity, quote: quote.good, isRefused: quote.fault !== null, sending: order.sending })

  function write(text: string, value: Decimal | null) {
    keep(text, value)
    setIsPrompted(false)
    order.forgetRefusal()
    if (text !== '') onDone(null)
  }

  // It is entered once: who edits or sells it and comes back finds what is entered by then.
  const enter = useEffectEvent((named: string) => {
    if (isDecimal(named)) write(typedAmount(named, language), named)
    changeSearch({ quantity: null })
  })
  useLayoutEffect(() => {
    if (asked !== null) enter(asked)
  }, [asked])

  function next() {
    if (step === 'no_quantity') setIsPrompted(true)
    else review.open()
  }

  const bound = step === 'too_little' ? market.quantityMin : market.quantityMax
  const problem =
    step === 'too_little' || step === 'too_much'
      ? t(`problem.${step}`, { amount: formatAmount(bound, language, { currency: 'ETLD' }) })
      : isPrompted && typed === ''
        ? t('prompt')
        : null
  const note = <QuoteNote quote={quote} order={order} />
  const canGo = step === 'no_quantity' || step === 'ready' || step === 'unanswered'
  return (
    <div className="flex flex-col gap-3">
      <fieldset disabled={isBusy} className="contents">
        <AmountField
          label={t('quantity')}
          currency="ETLD"
          typed={typed}
          onChange={write}
          problem={problem}
          note={
            <>
              {t('available')} <Amount value={market.available} currency="ETLD" bare own />
            </>
          }
          worth={<Worth amount={quantity} currency="ETLD" />}
          maximum={market.maximum}
        />
      </fieldset>
      {made && <OrderResult amount={made.net} currency="USDT" />}
      {!made && (quote.shown || (step === 'quoting' && !quote.fault)) && (
        <Disclosure
          title={
            <>
              {t('facts.net')} <span className="text-18 font-semibold">{quote.shown ? <Amount value={quote.shown.net} currency="USDT" /> : '—'}</span>
            </>
          }
        >
          <SaleFacts quote={quote.shown} market={market} />
        </Disclosure>
      )}
      {!isConfirming && (quantity !== null || isBusy || order.refusal !== null) && note}
      <Button kind="main" wide disabled={!canGo} onClick={next}>
        {t(`step.${step}`)}
      </Button>
      <Sheet
        open={isConfirming}
        onClose={review.close}
        title={t('confirm.title')}
        footer={
          <Button
            kind="main"
            wide
            busy={step === 'selling'}
            disabled={step !== 'ready' && step !== 'unanswered'}
            onClick={step === 'unanswered' ? order.sendAgain : place}
          >
            {step === 'ready' ? t('confirm.action', { quantity: formatAmount(quote.good?.filled, language, { currency: 'ETLD' }) }) : t(`step.${step}`)}
          </Button>
        }
      >
        {quote.shown && <SaleFacts quote={quote.shown} market={market} />}
        {isConfirming && note}
        <p className="mt-2 text-15">{t('confirm.final')}</p>
      </Sheet>
    </div>
  )
}
