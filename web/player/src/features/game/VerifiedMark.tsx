import { useText } from '@kit/i18n/text'
import { markOf } from './decideGame'

/** What recomputing a round came to on this device, as a mark beside its name: `ok`, `unread`, the step that failed, or nothing yet. */
export function VerifiedMark({ outcome }: { outcome: string | undefined }) {
  const t = useText('game')
  if (outcome === undefined) return null
  const { mark, tone, text } = markOf(outcome)
  return (
    <b role="img" aria-label={t(`verify.${text}`)} className={`ml-2 ${tone}`}>
      {mark}
    </b>
  )
}
