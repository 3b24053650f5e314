import { useText } from '@kit/i18n/text'
import { VerdictMark } from '@kit/ui/VerdictMark'
import { standingOf } from '@core/rounds/decideRounds'

/** What recomputing a round came to on this device, as a mark beside its name: `ok`, `unread`, the step that failed, or nothing yet. */
export function VerifiedMark({ outcome }: { outcome: string | undefined }) {
  const t = useText('game')
  if (outcome === undefined) return null
  const standing = standingOf(outcome)
  return (
    <span className="ml-2">
      <VerdictMark standing={standing} label={t(`verify.${standing}`)} />
    </span>
  )
}
