import { useLanguage, useText } from '@kit/i18n/text'
import { amountOf } from '@kit/solvency/amount'
import { formatDay } from '@kit/time/zone'
import { Amount } from '@kit/ui/Amount'
import { Button } from '@kit/ui/Button'
import { Card } from '@kit/ui/Card'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { Skeletons } from '@kit/ui/Loading'
import { download } from '@kit/ui/download'
import { Screen } from '@core/frame/Screen'
import { late } from '@core/frame/late'
import { LateDisclosure } from '@kit/ui/LateDisclosure'
import { Dividends } from './Dividends'
import { Heading } from './Heading'
import { Log } from './Log'
import { Rounds } from './Rounds'
import { useCounted, useDividends, useLog } from './api'
import { standingOf, type Counted } from './decideChecks'

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

function Snapshot({ day, verdict, answer }: Counted) {
  const t = useText('wallet-checks')
  const shown = formatDay(day, useLanguage())
  if (!verdict) return <p className="text-15">{t('nothing', { day: shown })}</p>
  const standing = standingOf(verdict)
  const file = () => new Blob([JSON.stringify(answer, null, 2)], { type: 'application/json' })
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
      <p className="mt-3 text-13 text-muted">{t(standing === 'failed' ? (answer ? 'evidence' : 'write') : 'counts')}</p>
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
