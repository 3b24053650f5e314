import type { ReactNode } from 'react'
import { formatAmount } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { AmountFact, Facts } from '@kit/ui/Facts'
import { Sheet } from '@kit/ui/Sheet'
import type { Pair, SwapQuote } from './contract'
import type { SwapStep } from './decideSwap'
import { QuoteFacts } from './QuoteFacts'

interface SwapConfirmSheetProps {
  isOpen: boolean
  pair: Pair
  quote: { shown: SwapQuote | null; good: SwapQuote | null }
  step: SwapStep
  /** Where the quote stands, and what was refused. */
  note: ReactNode
  onClose: () => void
  onConfirm: () => void
}

/** The exchange once more, by the quote that holds, before anything moves. */
export function SwapConfirmSheet({ isOpen, pair, quote, step, note, onClose, onConfirm }: SwapConfirmSheetProps) {
  const t = useText('swap')
  const language = useLanguage()
  const { shown, good } = quote
  return (
    <Sheet
      open={isOpen}
      onClose={onClose}
      title={t('confirm.title')}
      footer={
        <Button kind="main" wide busy={step === 'exchanging'} disabled={step !== 'ready' && step !== 'unanswered'} onClick={onConfirm}>
          {step === 'ready' && good
            ? t('confirm.action', { amount: formatAmount(good.payAmount, language, { currency: good.pay }), currency: good.pay })
            : t(`step.${step}`, { currency: pair.pay })}
        </Button>
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
      <div className="mt-3">{isOpen && note}</div>
      <p className="mt-2 text-15">{t('risk')}</p>
    </Sheet>
  )
}
