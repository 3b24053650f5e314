import { Icon } from '@kit/ui/Icon'
import { useState } from 'react'
import { formatAmount, typedAmount, type Decimal } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import { AmountField } from '@kit/ui/AmountField'
import { Button } from '@kit/ui/Button'
import { toast } from '@kit/ui/toast'
import { useDraftAmount } from '@core/frame/useDraftAmount'
import { useReview } from '@core/frame/useReview'
import { QuoteNote } from '@core/quote/QuoteNote'
import { OrderResult } from '@core/quote/OrderResult'
import { Worth } from '@core/price/Worth'
import { useSwapOrder } from './api'
import { SwapConfirmSheet } from './SwapConfirmSheet'
import type { Exchange, Pair } from './contract'
import { CurrencySelect } from './CurrencySelect'
import { ceilingOf, choicesOf, decideStep, reverseOf, type Side, type SwapStep } from './decideSwap'
import { Halted } from './Halted'
import { Limits } from './Limits'
import { QuoteLine } from './QuoteLine'

interface SwapFormProps {
  pairs: readonly Pair[]
  pair: Pair
  availableOf: (currency: string) => string | null
  onChoose: (pay: string, receive: string) => void
  /** The exchange made last, until something is entered again. */
  made: Exchange | null
  onDone: (made: Exchange | null) => void
}

/** Pays one currency for another, by what is paid or by what is received: the server's quote fills in the other side. */
export function SwapForm({ pairs, pair, availableOf, onChoose, made, onDone }: SwapFormProps) {
  const t = useText('swap')
  const language = useLanguage()
  const drafts = { pay: useDraftAmount(`swap ${pair.pay}`), receive: useDraftAmount(`swap ${pair.pay} for ${pair.receive}`) }
  // One of them is entered, the quote says the other.
  const side: Side = drafts.receive.typed === '' ? 'pay' : 'receive'
  const { typed, amount } = drafts[side]
  const clear = () => {
    drafts.pay.write('', null)
    drafts.receive.write('', null)
  }
  const [isPrompted, setIsPrompted] = useState(false)
  const review = useReview(amount !== null)
  const { quote, order, place } = useSwapOrder({ pair, side, amount }, (made) => {
    toast.success(t('successful'))
    if (review.isOpen) review.close()
    clear()
    onDone(made)
  })
  const isConfirming = review.isOpen && amount !== null
  const isBusy = order.sending !== 'idle'
  const step = decideStep({ pair, side, amount, quote: quote.good, isRefused: quote.fault !== null, sending: order.sending })
  const choices = choicesOf(pairs, pair.pay)
  const reverse = reverseOf(pairs, pair)
  const amounts: Record<Side, Decimal | null> = { pay: quote.shown?.payAmount ?? null, receive: quote.shown?.receiveAmount ?? null, [side]: amount }
  const textOf = (field: Side) => (field === side ? typed : amounts[field] === null ? '' : typedAmount(amounts[field], language))

  function enter(field: Side, text: string, value: Decimal | null) {
    clear()
    drafts[field].write(text, value)
    setIsPrompted(false)
    order.forgetRefusal()
    if (text !== '') onDone(null)
  }

  function choose(pay: string, receive: string) {
    enter('pay', '', null)
    onDone(null)
    onChoose(pay, receive)
  }

  function go() {
    if (step === 'no_amount') setIsPrompted(true)
    else review.open()
  }

  const problem = useProblem(pair, step, isPrompted && typed === '')
  const hasProblem = problem !== null || (typed !== '' && amount === null)
  const note = <QuoteNote quote={quote} order={order} />
  const hasNote = amount !== null || isBusy || order.refusal !== null
  return (
    <div className="flex flex-col gap-4">
      <fieldset disabled={isBusy} className="min-w-0">
        <AmountField
          label={t('pay')}
          typed={textOf('pay')}
          onChange={(text, value) => enter('pay', text, value)}
          problem={problem}
          available={{ value: availableOf(pair.pay), currency: pair.pay }}
          worth={<Worth amount={amounts.pay} currency={pair.pay} />}
          maximum={pair.enabled ? pair.maximum : undefined}
          action={
            <CurrencySelect label={t('payCurrency')} value={pair.pay} choices={choices.pay} onChange={(pay) => choose(pay, pair.receive)} disabled={isBusy} />
          }
        />
        {reverse ? (
          <FlipButton label={t('flip')} onFlip={() => choose(reverse.pay, reverse.receive)} disabled={isBusy} isClear={hasProblem || pair.enabled} />
        ) : (
          <div className="h-3" />
        )}
        <AmountField
          label={t('receive')}
          typed={textOf('receive')}
          onChange={(text, value) => enter('receive', text, value)}
          available={{ value: availableOf(pair.receive), currency: pair.receive }}
          worth={<Worth amount={amounts.receive} currency={pair.receive} />}
          action={
            <CurrencySelect
              label={t('receiveCurrency')}
              value={pair.receive}
              choices={choices.receive}
              onChange={(receive) => choose(pair.pay, receive)}
              disabled={isBusy}
            />
          }
        />
      </fieldset>
      {made && <OrderResult amount={made.receiveAmount} currency={made.receive} />}
      {!made && (pair.enabled ? <QuoteLine pair={pair} quote={quote.shown} /> : <Halted pair={pair} />)}
      {hasNote && !isConfirming && note}
      <Button kind="main" wide disabled={!(step === 'no_amount' || step === 'ready' || step === 'unanswered')} onClick={go}>
        {t(`step.${step}`, { currency: pair.pay })}
      </Button>
      {isConfirming && (
        <SwapConfirmSheet
          pair={pair}
          side={side}
          amount={amount}
          quote={quote}
          step={step}
          note={note}
          onClose={review.close}
          onConfirm={step === 'unanswered' ? order.sendAgain : place}
        />
      )}
      {pair.enabled && <Limits pair={pair} />}
    </div>
  )
}

/** What is wrong with the amount to pay, in words. */
function useProblem(pair: Pair, step: SwapStep, isMissing: boolean): string | null {
  const t = useText('swap')
  const language = useLanguage()
  if (step === 'insufficient') return t('problem.insufficient')
  if (step !== 'day_over' && step !== 'too_little' && step !== 'too_much') return isMissing ? t(pair.pay === 'ETLD' ? 'prompt.etld' : 'prompt.quantity') : null
  const bound = { day_over: pair.dayRest, too_little: pair.min, too_much: ceilingOf(pair) }[step]
  return t(`problem.${step}`, { amount: formatAmount(bound, language, { currency: pair.pay }), currency: pair.pay })
}

interface FlipButtonProps {
  label: string
  onFlip: () => void
  disabled: boolean
  /** Keeps further off the cards: the lower edge of the one above carries words or its quarters. */
  isClear: boolean
}

/** Exchanges what is paid with what is received; a hexagon between the two cards. */
function FlipButton({ label, onFlip, disabled, isClear }: FlipButtonProps) {
  return (
    <div className={`relative z-10 flex justify-center ${isClear ? '-my-2' : '-my-4'}`}>
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={onFlip}
        disabled={disabled}
        className="press inline-flex size-13 items-center justify-center rounded-field"
      >
        <span aria-hidden className="hexagon inline-flex h-13 w-12 items-center justify-center bg-brass text-on-brass">
          <Icon path="M8 5v14M8 19l-3-3M16 19V5M16 5l3 3" width={1.8} />
        </span>
      </button>
    </div>
  )
}
