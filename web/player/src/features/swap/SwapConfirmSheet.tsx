import type { ReactNode } from 'react'
import { OrderButton } from '@core/quote/OrderButton'
import { formatAmount, type Decimal } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import { AmountFact, Facts } from '@kit/ui/Facts'
import { Sheet } from '@kit/ui/Sheet'
import type { Pair, SwapQuote } from './contract'
import type { Side, SwapStep } from './decideSwap'
import { QuoteFacts } from './QuoteFacts'

interface SwapConfirmSheetProps {
  pair: Pair
  /** What was entered; the quote says the other of the two amounts. */
  side: Side
  amount: Decimal | null
  quote: { shown: SwapQuote | null; good: SwapQuote | null }
  step: SwapStep
  /** Where the quote stands, and what was refused. */
  note: ReactNode
  onClose: () => void
  onConfirm: () => void
}

/** The exchange once more, by the quote that holds, before anything moves. */
export function SwapConfirmSheet({ pair, side, amount, quote, step, note, onClose, onConfirm }: SwapConfirmSheetProps) {
  const t = useText('swap')
  const language = useLanguage()
  const { shown, good } = quote
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('confirm.title')}
      footer={
        <OrderButton
          key={`${side} ${amount}`}
          sum={side === 'pay' ? 'received' : 'paid'}
          amount={(side === 'pay' ? shown?.receiveAmount : shown?.payAmount) ?? null}
          currency={side === 'pay' ? pair.receive : pair.pay}
          isBusy={step === 'exchanging'}
          isReady={step === 'ready' || step === 'unanswered'}
          onPress={onConfirm}
        >
          {step === 'ready' && good
            ? t('confirm.action', { amount: formatAmount(good.payAmount, language, { currency: good.pay }), currency: good.pay })
            : t(`step.${step}`, { currency: pair.pay })}
        </OrderButton>
      }
    >
      {shown && (
        <>
          <Facts>
            <AmountFact name={t('pay')} value={shown.payAmount} currency={shown.pay} />
            <AmountFact name={t('facts.receive')} value={shown.receiveAmount} currency={shown.receive} strong />
          </Facts>
          <div className="mt-3">
            <QuoteFacts pair={pair} quote={shown} />
          </div>
        </>
      )}
      <div className="mt-3">{note}</div>
      <p className="mt-2 text-15">{t('risk')}</p>
    </Sheet>
  )
}
