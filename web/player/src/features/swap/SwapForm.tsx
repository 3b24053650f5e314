import { useState } from 'react'
import { formatAmount, type Decimal } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { AmountField } from '@kit/ui/AmountField'
import { Button } from '@kit/ui/Button'
import { MaxButton } from '@kit/ui/MaxButton'
import { QuoteNote } from '@core/order/QuoteNote'
import { toast } from '@kit/ui/toast'
import { useSwapOrder } from './api'
import type { Exchange, Pair } from './contract'
import { CurrencySelect } from './CurrencySelect'
import { ceilingOf, choicesOf, decideStep, reverseOf } from './decideSwap'
import { FlipButton } from './FlipButton'
import { Halted } from './Halted'
import { Limits } from './Limits'
import { QuoteFacts } from './QuoteFacts'
import { ReceiveCard } from './ReceiveCard'

interface SwapFormProps {
  pairs: readonly Pair[]
  pair: Pair
  availableOf: (currency: string) => string | null
  onChoose: (pay: string, receive: string) => void
  onDone: (made: Exchange | null) => void
}

/** Pays one currency for another: what is entered, what the server answers, and the one step that comes next. */
export function SwapForm({ pairs, pair, availableOf, onChoose, onDone }: SwapFormProps) {
  const t = useText('swap')
  const language = useLanguage()
  const [typed, setTyped] = useState('')
  const [amount, setAmount] = useState<Decimal | null>(null)
  const [isPrompted, setIsPrompted] = useState(false)
  const { quote, order, place } = useSwapOrder(pair, amount, (made) => {
    toast.success(t('successful'))
    write('', null)
    onDone(made)
  })
  const isBusy = order.sending !== 'idle'
  const step = decideStep({ pair, amount, quote: quote.good, isRefused: quote.fault !== null, sending: order.sending })
  const choices = choicesOf(pairs, pair.pay)
  const reverse = reverseOf(pairs, pair)

  function write(text: string, value: Decimal | null) {
    setTyped(text)
    setAmount(value)
    setIsPrompted(false)
    order.forgetRefusal()
    if (text !== '') onDone(null)
  }

  function choose(pay: string, receive: string) {
    write('', null)
    onChoose(pay, receive)
  }

  function go() {
    if (step === 'no_amount') setIsPrompted(true)
    else if (step === 'unanswered') order.sendAgain()
    else if (step === 'ready') place()
  }

  const problem =
    step === 'too_little'
      ? t('problem.too_little', { amount: formatAmount(pair.min, language, { currency: pair.pay }), currency: pair.pay })
      : step === 'too_much'
        ? t('problem.too_much', { amount: formatAmount(ceilingOf(pair), language, { currency: pair.pay }), currency: pair.pay })
        : isPrompted && typed === ''
          ? t(pair.pay === 'ETLD' ? 'prompt.etld' : 'prompt.quantity')
          : null
  const hasProblem = problem !== null || (typed !== '' && amount === null)
  return (
    <div className="flex flex-col gap-4">
      <div>
        <fieldset disabled={isBusy} className="contents [&_span:empty]:hidden">
          <AmountField
            label={t('pay')}
            currency=""
            typed={typed}
            onChange={write}
            problem={problem}
            note={
              <>
                {t('available')} <Amount value={availableOf(pair.pay)} currency={pair.pay} bare />
              </>
            }
            action={
              <span className="flex items-center gap-2">
                {pair.enabled && <MaxButton maximum={pair.maximum} onChange={write} />}
                <CurrencySelect label={t('payCurrency')} value={pair.pay} choices={choices.pay} onChange={(pay) => choose(pay, pair.receive)} disabled={isBusy} />
              </span>
            }
          />
        </fieldset>
        {reverse ? <FlipButton label={t('flip')} onFlip={() => choose(reverse.pay, reverse.receive)} disabled={isBusy} isClear={hasProblem} /> : <div className="h-3" />}
        <ReceiveCard
          currency={pair.receive}
          choices={choices.receive}
          available={availableOf(pair.receive)}
          quote={quote.shown}
          onChoose={(receive) => choose(pair.pay, receive)}
          disabled={isBusy}
        />
      </div>
      {pair.enabled ? <QuoteFacts pair={pair} quote={quote.shown} /> : <Halted pair={pair} />}
      <QuoteNote quote={quote} order={order} />
      <Button kind="main" wide busy={step === 'exchanging'} disabled={!(step === 'no_amount' || step === 'ready' || step === 'unanswered')} onClick={go}>
        {t(`step.${step}`, { currency: pair.pay })}
      </Button>
      {pair.enabled && <Limits pair={pair} />}
    </div>
  )
}
