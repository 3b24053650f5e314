import { ApiError } from '@kit/api/faults'
import { useText } from '@kit/i18n/text'
import { QuoteRing } from '@kit/ui/QuoteRing'
import type { SaleQuote } from './contract'

interface SaleNoteProps {
  quote: SaleQuote | null
  fault: unknown
  /** What the server said to the sale itself. */
  refusal: string | null
  isUnanswered: boolean
}

/** Where the quote stands, and what was refused, in words. */
export function SaleNote({ quote, fault, refusal, isUnanswered }: SaleNoteProps) {
  const t = useText('trade')
  const common = useText('common')
  const quoteProblem = fault instanceof ApiError ? fault.message : fault ? common('unreachable') : null
  return (
    <div className="flex min-h-8 flex-col gap-1">
      {/* Its toast has said it aloud; here it stays to be read. */}
      {refusal && <p className="text-15 text-loss">{refusal}</p>}
      {quoteProblem && (
        <p role="alert" className="text-15 text-loss">
          {quoteProblem}
        </p>
      )}
      {isUnanswered && (
        <p role="alert" className="text-15">
          {t('unanswered')}
        </p>
      )}
      {quote && !isUnanswered && <QuoteRing from={quote.serverTime} until={quote.expireAt} />}
    </div>
  )
}
