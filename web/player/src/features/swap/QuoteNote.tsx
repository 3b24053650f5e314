import { ApiError } from '@kit/api/faults'
import { useText } from '@kit/i18n/text'
import { QuoteRing } from '@kit/ui/QuoteRing'
import { Spinner } from '@kit/ui/Spinner'
import type { Quote } from './contract'

interface QuoteNoteProps {
  quote: Quote | null
  isQuoting: boolean
  fault: unknown
  /** What the server said to the exchange itself. */
  refusal: string | null
  isUnanswered: boolean
}

/** Where the quote stands, and what was refused, in words. */
export function QuoteNote({ quote, isQuoting, fault, refusal, isUnanswered }: QuoteNoteProps) {
  const t = useText('swap')
  const common = useText('common')
  const quoteProblem = fault instanceof ApiError ? fault.message : fault ? common('unreachable') : null
  return (
    <div className="flex min-h-8 flex-col gap-1">
      {/* Its toast has said it aloud; here it stays to be read. */}
      {refusal && <p className="text-15 text-loss">{refusal}</p>}
      {isUnanswered && (
        <p role="alert" className="text-15">
          {t('unanswered')}
        </p>
      )}
      {quoteProblem && (
        <p role="alert" className="text-15 text-loss">
          {quoteProblem}
        </p>
      )}
      {quote && !isUnanswered && <QuoteRing from={quote.serverTime} until={quote.expireAt} />}
      {isQuoting && !quote && !quoteProblem && (
        <p className="flex min-h-8 items-center gap-2 text-13 text-muted">
          <Spinner size={18} />
          {t('step.quoting')}
        </p>
      )}
    </div>
  )
}
