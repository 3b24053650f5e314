import { ApiError } from '@kit/api/faults'
import { useText } from '@kit/i18n/text'
import { Alert } from '@kit/ui/Alert'
import { QuoteRing } from '@kit/ui/QuoteRing'
import type { Sending } from '../command/pending'

interface QuoteNoteProps {
  quote: { good: { serverTime: string; expireAt: string } | null; fault: unknown }
  order: { refusal: ApiError | null; sending: Sending }
}

/** Where a quote stands, and what was refused, in words. */
export function QuoteNote({ quote, order }: QuoteNoteProps) {
  const t = useText('common')
  const isUnanswered = order.sending === 'unanswered'
  const problem = quote.fault instanceof ApiError ? quote.fault.message : quote.fault ? t('unreachable') : null
  return (
    <div className="flex min-h-8 flex-col gap-1">
      {/* Its toast has said it aloud; here it stays to be read. */}
      {order.refusal && <p className="text-15 text-loss">{order.refusal.message}</p>}
      {problem && <Alert>{problem}</Alert>}
      {isUnanswered && <Alert tone="plain">{t('order.unanswered')}</Alert>}
      {quote.good && !isUnanswered && <QuoteRing from={quote.good.serverTime} until={quote.good.expireAt} />}
    </div>
  )
}
