import { Link } from 'react-router'
import { useText } from '@kit/i18n/text'
import { Answer } from '@console/frame/Answer'
import { Age } from '@kit/ui/Age'
import { EmptyState } from '@kit/ui/EmptyState'
import { Skeleton } from '@kit/ui/Skeleton'
import { Board, Tile } from '@console/frame/Board'
import { Screen } from '@console/frame/Screen'
import type { Data } from '@console/contract/contract'
import { mayCall } from '@console/session/roles'
import { useMe } from '@console/session/store'
import { Settings } from '@console/words/Settings'
import { useKindWords } from '@console/words/useKindWords'
import { useStopWords } from '@console/words/useStopWords'
import { useWords } from '@console/words/useWords'
import { useChecklist, useToday } from './api'

const link = 'flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-b border-line py-1 text-15 last:border-0'

/** Where each queue is worked on. */
const screenOf: Record<Data<'boards/today'>['queues'][number]['queue'], string> = {
  withdrawals: '/withdrawals',
  payouts: '/payouts',
  orders: '/orders',
  suspense: '/suspense',
  debits: '/debits',
  rewards: '/rewards',
  paused: '/paused',
  flags: '/flags?undecided=true',
  rounds: '/rounds',
  parked: '/parked',
}

/** The proposals of one kind that the caller can decide. */
function decideAddress(kind: string): string {
  return `/proposals?kind=${encodeURIComponent(kind)}`
}

/** The caller's own proposals of one state. */
function ownAddress(state: string): string {
  return `/proposals?state=${state}&mine=true&forMe=&withoutQueues=`
}

/** What waits, what of it is late, and what stands still, each with the way to where it is done. */
export function TodayScreen() {
  const t = useText('console-boards')
  const today = useToday()
  return (
    <Screen title={t('today.title')} note={today.data && t('today.mine', { count: today.data.mine })}>
      <Answer of={today} waiting={<Skeleton height="320px" />}>
        {(data) => <Today data={data} />}
      </Answer>
    </Screen>
  )
}

function Today({ data }: { data: Data<'boards/today'> }) {
  const t = useText('console-boards')
  const frame = useText('console')
  const { word } = useWords()
  const why = useStopWords()
  const kind = useKindWords()
  const me = useMe()
  const waiting = data.queues.filter((queue) => queue.waiting > 0)
  const isQuiet = waiting.length === 0 && data.decide.length === 0 && data.stops.length === 0
  return (
    <>
      {isQuiet && <EmptyState title={t('today.quiet')} />}
      <Board>
        {data.stops.length > 0 && (
          <Tile title={t('today.stops')} isAlarm>
            {data.stops.map((stop) => (
              <Link key={`${stop.what} ${stop.name}`} to="/stops" className={link}>
                <span className="underline underline-offset-4">{frame('named', { name: word(stop.what), value: word(stop.name) })}</span>
                <span translate="no" className="text-13 break-words text-muted">
                  {why(stop)} {stop.since && <Age at={stop.since} />}
                </span>
              </Link>
            ))}
          </Tile>
        )}
        <Tile title={t('today.queues')} hint={t('today.queuesHint')}>
          {waiting.length === 0 && <p className="text-15 text-muted">{t('today.nothing')}</p>}
          {waiting.map(({ queue, waiting: count, more, late, oldestAt, isMine }) => (
            <Link key={queue} to={screenOf[queue]} className={link}>
              <span className={isMine ? 'underline underline-offset-4' : 'text-muted'}>{frame(`screen.${queue}`)}</span>
              <span className="text-right">
                <span className="fig">
                  {count}
                  {more && '+'}
                </span>
                {late > 0 && <span className="text-loss"> · {t('today.late', { count: late })}</span>}
                {oldestAt && (
                  <span className="text-muted">
                    {' '}
                    · <Age at={oldestAt} />
                  </span>
                )}
              </span>
            </Link>
          ))}
        </Tile>
        <Tile title={t('today.decide')}>
          {data.decide.length === 0 && <p className="text-15 text-muted">{t('today.nothing')}</p>}
          {data.decide.map(({ kind: name, waiting: count, oldestAt }) => (
            <Link key={name} to={decideAddress(name)} className={link}>
              <span className="underline underline-offset-4">{kind(name)}</span>
              <span>
                <span className="fig">{count}</span> · <Age at={oldestAt} />
              </span>
            </Link>
          ))}
        </Tile>
        {data.own.length > 0 && (
          <Tile title={t('today.own')} hint={t('today.ownHint')}>
            {data.own.map(({ state, count, newestAt }) => (
              <Link key={state} to={ownAddress(state)} className={link}>
                <span className="underline underline-offset-4">{t(`today.own.${state}`)}</span>
                <span>
                  <span className="fig">{count}</span> · <Age at={newestAt} />
                </span>
              </Link>
            ))}
          </Tile>
        )}
        {mayCall(me, 'boards/checklist') && <BackupTile />}
      </Board>
    </>
  )
}

/** That no backup was restored and checked lately, with what mends it; nothing where one was. */
function BackupTile() {
  const t = useText('console-boards')
  return (
    <Answer of={useChecklist()} waiting={null}>
      {({ steps }) => {
        const lack = steps.find(({ step }) => step === 'backup')
        if (!lack || lack.lack === '') return null
        return (
          <Tile title={t('checklist.step.backup')}>
            <p className="text-15 break-words">{t(`checklist.lack.${lack.lack}`, { of: lack.of })}</p>
            <p className="text-15 break-words text-muted">
              <Settings of={t(`checklist.next.${lack.lack}`)} />
            </p>
          </Tile>
        )
      }}
    </Answer>
  )
}
