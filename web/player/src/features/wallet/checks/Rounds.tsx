import { Link } from '@core/frame/links'
import { useText } from '@kit/i18n/text'
import { Card } from '@kit/ui/Card'
import { VerdictMark } from '@kit/ui/VerdictMark'
import { PastChecks } from '@core/rounds/PastChecks'
import { standingOf } from '@core/rounds/decideRounds'
import { useReceipts } from '@core/rounds/useReceipts'
import { Heading } from './Heading'
import { worstOf } from './decideChecks'

const shownMax = 5

/** The rounds that this device holds receipts of, recomputed here: those that were not yet are while they are looked at. */
export function Rounds() {
  const t = useText('wallet-checks')
  const { receipts, keep } = useReceipts()
  const standings = receipts.map(({ outcome }) => standingOf(outcome ?? 'unread'))
  const standing = worstOf(standings)
  const fitting = standings.filter((one) => one === 'ok').length
  // What does not fit comes first, however old.
  const shown = receipts.toSorted((left, right) => rankOf(left.outcome) - rankOf(right.outcome)).slice(0, shownMax)
  return (
    <Card label={t('rounds')}>
      <Heading standing={standing}>{t('rounds')}</Heading>
      <p className="mt-2 text-15 text-muted">{standing === null ? t('rounds.none') : t('rounds.fit', { fitting, all: receipts.length })}</p>
      <PastChecks receipts={receipts} except={[]} keep={keep} />
      <ul className="mt-2 divide-y divide-line">
        {shown.map(({ period, outcome }) => (
          <li key={period}>
            <Link to={`/trade?tab=box&view=record&period=${period}`} className="press flex min-h-11 flex-wrap items-center gap-x-2 py-2 text-15">
              <VerdictMark standing={standingOf(outcome ?? 'unread')} />
              <span className="fig">{t('rounds.one', { period })}</span>
              <span className="w-full text-13 text-muted">{t(`round.${outcome === undefined ? 'waiting' : standingOf(outcome)}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {receipts.length > shownMax && (
        <Link to="/trade?tab=box&view=record" className="press inline-flex min-h-11 items-center text-15 text-brass-ink underline underline-offset-4">
          {t('rounds.all')}
        </Link>
      )}
    </Card>
  )
}

function rankOf(outcome: string | undefined): number {
  return outcome !== undefined && standingOf(outcome) === 'failed' ? 0 : 1
}
