import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { formatAmount, isDecimal, typedAmount, type Decimal, formatPercent } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { AmountField } from '@kit/ui/AmountField'
import { Button } from '@kit/ui/Button'
import { Disclosure } from '@kit/ui/Disclosure'
import { Sheet } from '@kit/ui/Sheet'
import { useDraftAmount } from '@core/frame/useDraftAmount'
import { OrderButton } from '@core/quote/OrderButton'
import { QuoteNote } from '@core/quote/QuoteNote'
import { OrderResult } from '@core/quote/OrderResult'
import { Worth } from '@core/price/Worth'
import { toast } from '@kit/ui/toast'
import { useReview } from '@core/frame/useReview'
import { useSearchState } from '@core/frame/useSearchState'
import { compareAmounts } from '@kit/amount/compare'
import { AmountFact, Fact, Facts } from '@kit/ui/Facts'
import { useSaleOrder } from './api'
import type { Market, Sale, SaleQuote } from './contract'
import { decideStep, isPartial } from './decideTrade'

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
    step === 'insufficient'
      ? t('problem.insufficient')
      : step === 'too_little' || step === 'too_much'
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
          available={{ value: market.available, currency: 'ETLD' }}
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
      {isConfirming && (
        <Sheet
          open
          onClose={review.close}
          title={t('confirm.title')}
          footer={
            <OrderButton
              key={quantity}
              sum="received"
              amount={quote.shown?.net ?? null}
              currency="USDT"
              isBusy={step === 'selling'}
              isReady={step === 'ready' || step === 'unanswered'}
              onPress={step === 'unanswered' ? order.sendAgain : place}
            >
              {step === 'ready' ? t('confirm.action', { quantity: formatAmount(quote.good?.filled, language, { currency: 'ETLD' }) }) : t(`step.${step}`)}
            </OrderButton>
          }
        >
          {quote.shown && <SaleFacts quote={quote.shown} market={market} />}
          {note}
          <p className="mt-2 text-15">{t('confirm.final')}</p>
        </Sheet>
      )}
    </div>
  )
}

/** Everything a sale would bring and cost, by the server's preview; dashes while it is awaited. */
function SaleFacts({ quote, market }: { quote: SaleQuote | null; market: Market }) {
  const t = useText('trade')
  const language = useLanguage()
  return (
    <>
      <Facts>
        <Fact name={t('facts.quantity')}>{quote ? <Amount value={quote.filled} currency="ETLD" /> : '—'}</Fact>
        <Fact name={t('facts.average')}>{quote ? <Amount value={quote.average} currency="USDT" /> : '—'}</Fact>
        {quote && compareAmounts(quote.worst, quote.average) !== 0 && <AmountFact name={t('facts.worst')} value={quote.worst} currency="USDT" />}
        <Fact name={t('facts.gross')}>{quote ? <Amount value={quote.gross} currency="USDT" /> : '—'}</Fact>
        <Fact name={t('facts.fee', { share: formatPercent(market.feeRate, language) })}>{quote ? <Amount value={quote.fee} currency="USDT" /> : '—'}</Fact>
        <Fact name={t('facts.net')} strong>
          {quote ? <Amount value={quote.net} currency="USDT" /> : '—'}
        </Fact>
        {quote && isPartial(quote) && <AmountFact name={t('facts.unfilled')} value={quote.unfilled} currency="ETLD" />}
        <Fact name={t('facts.min', { share: formatPercent(market.tolerance, language) })}>
          {quote ? <Amount value={quote.minReceive} currency="USDT" /> : '—'}
        </Fact>
      </Facts>
      {quote && isPartial(quote) && <p className="mt-2 text-13 text-brass-ink">{t('facts.partial')}</p>}
      <p className="mt-2 text-13 text-muted">{t('facts.rule')}</p>
    </>
  )
}
