import { Link } from 'react-router'
import { useLanguage, useText } from '@kit/i18n/text'
import { formatDay } from '@kit/time/zone'
import { VerdictMark } from '@kit/ui/VerdictMark'
import { standingOf as roundStandingOf } from '@core/rounds/decideRounds'
import { useReceipts } from '@core/rounds/useReceipts'
import { useCounted } from './api'
import { standingOf } from './decideChecks'

/** Beside the total: whether this device found it counted at the last midnight, or a round of the game that does not fit. It leads to what was compared. */
export function CountedMark() {
  const t = useText('wallet-checks')
  const language = useLanguage()
  const { data } = useCounted()
  const { receipts } = useReceipts()
  const verdict = data?.verdict
  const standing = verdict && standingOf(verdict)
  const hasWrongRound = receipts.some(({ outcome }) => outcome !== undefined && roundStandingOf(outcome) === 'failed')
  return (
    <Link to="/wallet?view=checks" className="press inline-flex min-h-11 items-center gap-1.5 text-13 text-muted">
      {hasWrongRound ? <VerdictMark standing="failed" /> : standing && <VerdictMark standing={standing} />}
      <span className="underline decoration-line underline-offset-4">
        {hasWrongRound ? t('mark.round') : standing && data ? t(`mark.${standing}`, { day: formatDay(data.day, language) }) : t('title')}
      </span>
    </Link>
  )
}
