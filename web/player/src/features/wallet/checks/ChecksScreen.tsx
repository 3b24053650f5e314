import { Screen } from '@core/frame/Screen'
import { late } from '@core/frame/late'
import { Link } from '@core/frame/links'
import { dividendPlace } from '@core/frame/places'
import { PastChecks } from '@core/rounds/PastChecks'
import { standingOf as roundStandingOf } from '@core/rounds/decideRounds'
import { useReceipts } from '@core/rounds/useReceipts'
import { useFigures } from '@kit/amount/useFigures'
import { useLanguage, useText } from '@kit/i18n/text'
import { amountOf } from '@kit/solvency/amount'
import { formatDay } from '@kit/time/zone'
import { Amount } from '@kit/ui/Amount'
import { Button } from '@kit/ui/Button'
import { Card } from '@kit/ui/Card'
import { Copied } from '@kit/ui/Copied'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { LateDisclosure } from '@kit/ui/LateDisclosure'
import { Skeletons } from '@kit/ui/Loading'
import { maskId } from '@kit/ui/MaskedId'
import { VerdictMark } from '@kit/ui/VerdictMark'
import { download } from '@kit/ui/download'
import { Heading } from './Heading'
import { useCounted } from './api'
import { isEvident, savedOf, standingOf, type Counted, type Divided, type Logged, worstOf } from './decideChecks'
import { useDividends } from './dividends/api'
import { useLog } from './log/api'

const SecondDevice = late(() => import('./SecondDevice').then((module) => module.SecondDevice), ['personal'])

const counted = ['USDT', 'ETLD', 'ETH'] as const

/** What this device verified by itself, and what it compared: all of it in one place. */
export function ChecksScreen() {
  const t = useText('wallet-checks')
  const check = useCounted()
  const dividends = useDividends()
  const log = useLog(check.isError ? null : check.data)
  const queries = [check, dividends, log]
  const failed = queries.find(({ isError }) => isError)
  const isPending = queries.some((query) => query.isPending)
  return (
    <Screen title={t('title')}>
      <p className="mb-4 text-15 text-muted">{t('lead')}</p>
      {isPending && <Skeletons heights={['40em']} />}
      {failed && !isPending && (
        <ErrorRetry
          of={{
            error: failed.error,
            refetch: () => queries.filter(({ isError }) => isError).forEach((query) => void query.refetch()),
            isRefetching: queries.some(({ isRefetching }) => isRefetching),
          }}
        />
      )}
      {!isPending && (
        <div className="flex flex-col gap-4">
          {check.isSuccess && <Card label={t('snapshot')}>{check.data ? <Snapshot {...check.data} /> : <Uncounted />}</Card>}
          <Rounds />
          {dividends.isSuccess && <Dividends list={dividends.data} />}
          {log.isSuccess && <Log logged={log.data} />}
          <LateDisclosure title={t('second')} room="min-h-72">
            <SecondDevice dividends={dividends.data ?? []} />
          </LateDisclosure>
        </div>
      )}
    </Screen>
  )
}

function Uncounted() {
  const t = useText('wallet-checks')
  return (
    <>
      <Heading standing={null}>{t('snapshot')}</Heading>
      <p className="mt-2 text-15 text-muted">{t('none')}</p>
    </>
  )
}

function Snapshot(of: Counted) {
  const { day, verdict, answer } = of
  const t = useText('wallet-checks')
  const shown = formatDay(day, useLanguage())
  if (!verdict) return <p className="text-15">{t('nothing', { day: shown })}</p>
  const standing = standingOf(verdict)
  const file = () => new Blob([savedOf(of)], { type: 'application/json' })
  return (
    <>
      <Heading standing={standing}>{t(`mark.${standing}`, { day: shown })}</Heading>
      <p className={`mt-2 text-15 ${standing === 'failed' ? 'text-loss' : 'text-muted'}`}>
        {verdict.kind === 'fits' && t('fits.held')}
        {verdict.kind === 'unread' && t(`unread.${verdict.what}`)}
        {verdict.kind === 'differs' && t(`differs.${verdict.reason}`)}
      </p>
      {verdict.kind !== 'differs' && (
        <dl className="mt-3 flex flex-col gap-2 text-15">
          {counted.map((currency, place) => (
            <div key={currency} className="flex flex-wrap justify-between gap-x-3">
              <dt className="text-muted">{currency}</dt>
              <dd>
                <Amount value={amountOf(verdict.owed[place] ?? 0n)} currency={currency} own />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="mt-3 text-13 text-muted">{t(standing === 'failed' ? (isEvident(verdict) ? 'evidence' : 'write') : 'counts')}</p>
      {answer && (
        <div className="mt-3">
          <Button wide onClick={() => download(`etld-proof-${day}.json`, file())}>
            {t('save')}
          </Button>
        </div>
      )}
    </>
  )
}

const shownMax = 5

/** The rounds that this device holds receipts of, recomputed here: those that were not yet are while they are looked at. */
function Rounds() {
  const t = useText('wallet-checks')
  const { receipts, keep } = useReceipts()
  const standings = receipts.map(({ outcome }) => roundStandingOf(outcome ?? 'unread'))
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
              <VerdictMark standing={roundStandingOf(outcome ?? 'unread')} />
              <span className="fig">{t('rounds.one', { period })}</span>
              <span className="w-full text-13 text-muted">{t(`round.${outcome === undefined ? 'waiting' : roundStandingOf(outcome)}`)}</span>
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
  return outcome !== undefined && roundStandingOf(outcome) === 'failed' ? 0 : 1
}

/** The public log and the journal's head in it, as far as this device and the chain know them. */
function Log({ logged }: { logged: Logged | null }) {
  const t = useText('wallet-checks')
  if (logged === null) {
    return (
      <Card label={t('log')}>
        <Heading standing={null}>{t('log')}</Heading>
        <p className="mt-2 text-15 text-muted">{t('log.none')}</p>
      </Card>
    )
  }
  const { verdict, line, journal } = logged
  // A journal without an entry has no hash yet.
  const links = [['line', line] as const, ...(journal?.hash ? [['journal', journal] as const] : [])]
  return (
    <Card label={t('log')}>
      <Heading standing={standingOf(verdict)}>{t('log')}</Heading>
      <p className={`mt-2 text-15 ${verdict.kind === 'differs' ? 'text-loss' : 'text-muted'}`}>
        {verdict.kind === 'differs' ? t(`log.differs.${verdict.reason}`) : t(`log.${verdict.kind}`)}
      </p>
      <ul className="mt-2 flex flex-col text-15">
        {links.map(([name, { number, hash }]) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-x-3">
            <span className="text-muted">{t(`link.${name}`, { number })}</span>
            <Copied value={hash} shown={maskId(hash)} what={t(`link.${name}`, { number })} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The statements of the user's dividends, divided anew on this device. */
function Dividends({ list }: { list: readonly Divided[] }) {
  const t = useText('wallet-checks')
  const node = useText('node')
  const { month: print } = useFigures()
  return (
    <Card label={t('dividends')}>
      <Heading standing={worstOf(list.map(({ verdict }) => standingOf(verdict)))}>{t('dividends')}</Heading>
      <p className="mt-2 text-15 text-muted">{t(list.length === 0 ? 'dividends.none' : 'dividends.about')}</p>
      <ul className="mt-2 divide-y divide-line">
        {list.map(({ month, level, verdict }) => (
          <li key={`${month} ${level}`}>
            <Link to={dividendPlace(month, level)} className="press flex min-h-11 flex-wrap items-center gap-x-2 py-2 text-15">
              <VerdictMark standing={standingOf(verdict)} />
              <span>
                <span className="inline-block first-letter:uppercase">{print(month)}</span> · {node(`level.${level}`)}
              </span>
              <span className={`w-full text-13 ${verdict.kind === 'differs' ? 'text-loss' : 'text-muted'}`}>
                {verdict.kind === 'differs' ? t(`dividends.differs.${verdict.reason}`) : t('dividends.unread')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
