import { Link } from '@core/frame/links'
import { useLanguage, useText } from '@kit/i18n/text'
import { formatDay } from '@kit/time/zone'
import { VerdictMark } from '@kit/ui/VerdictMark'
import { standingOf as roundStandingOf } from '@core/rounds/decideRounds'
import { useReceipts } from '@core/rounds/useReceipts'
import { useCounted } from './api'
import { standingOf } from './decideChecks'

/** A day as wide as any, for while it is not known which one was counted. */
const anyDay = '2026-09-28'
/** As tall as the tallest of what may stand there; nobody sees or hears these texts. */
const keepsRoom =
  'before:invisible before:content-[attr(data-title)] before:[grid-area:1/1] after:invisible after:content-[attr(data-longest)] after:[grid-area:1/1]'

/** Beside the total: whether this device found it counted at the last midnight, or a round of the game that does not fit. It leads to what was compared. */
export function CountedMark() {
  const t = useText('wallet-checks')
  const language = useLanguage()
  const { data, isPending } = useCounted()
  const { receipts } = useReceipts()
  const verdict = data?.verdict
  const standing = verdict && standingOf(verdict)
  const hasWrongRound = receipts.some(({ outcome }) => outcome !== undefined && roundStandingOf(outcome) === 'failed')
  const longest = t('mark.unread', { day: formatDay(data?.day ?? anyDay, language) })
  return (
    <Link to="/wallet?view=checks" className="press flex min-h-11 w-fit items-center gap-1.5 text-13 text-muted">
      {hasWrongRound ? <VerdictMark standing="failed" /> : standing && <VerdictMark standing={standing} />}
      {isPending && <span aria-hidden className="w-[1em] shrink-0" />}
      {/* Its place is kept until it is known what it says. */}
      <span data-title={t('title')} data-longest={longest} className={`grid *:[grid-area:1/1] ${keepsRoom}`}>
        <span className="underline decoration-line underline-offset-4">
          {hasWrongRound ? t('mark.round') : standing && data ? t(`mark.${standing}`, { day: formatDay(data.day, language) }) : t('title')}
        </span>
      </span>
    </Link>
  )
}
