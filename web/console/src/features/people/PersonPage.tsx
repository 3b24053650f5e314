import { Link } from 'react-router'
import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { Answer } from '@console/frame/Answer'
import { Skeleton } from '@kit/ui/Skeleton'
import { Time } from '@kit/ui/Time'
import { act } from '@console/acts/act'
import { Acts } from '@console/acts/Acts'
import { AuditTrail } from '@console/audit/Trail'
import type { Data } from '@console/contract/contract'
import { PendingOn } from '@console/decide/PendingOn'
import { Board, Tile } from '@console/frame/Board'
import { Fact } from '@console/frame/Panel'
import { RecordFacts } from '@console/records/RecordFacts'
import { Table } from '@console/records/Table'
import { mayCall } from '@console/session/roles'
import { useMe } from '@console/session/store'
import { useWords } from '@console/words/useWords'
import { Staff } from '@console/words/Staff'
import { usePerson, useTeam, useNotes, usePlay } from './api'
import { mayBePlatform } from './decidePlatform'
import { decideSuspension } from './decideSuspension'
import { Machines } from './Machines'
import { Nodes } from './Nodes'
import { Team } from './Team'
import { Turn } from './Turn'

/** Where more of each part stands. */
const listOf: Partial<Record<string, string>> = {
  withdrawal: '/withdrawals?status=&userId=',
  order: '/orders?status=&userId=',
  payment: '/intents?userId=',
  transfer: '/transfers?userId=',
  reward: '/rewards?userId=',
  flag: '/flags?userId=',
  entry: '/entries?userId=',
}

/** Everything that concerns one person, and what can be done about it. */
export function PersonPage({ userId }: { userId: string }) {
  const team = useTeam(userId)
  // Whether there is a flag to lift is known with the person.
  return (
    <Answer of={usePerson(userId)} isHeldBack={team.isLoading} waiting={<Skeleton height="320px" />}>
      {(data) => <Page userId={userId} data={data} />}
    </Answer>
  )
}

function Page({ userId, data }: { userId: string; data: Data<'users/overview'> }) {
  const t = useText('console-people')
  const frame = useText('console')
  const me = useMe()
  const { word, account: named } = useWords()
  const team = useTeam(userId)
  const actsOf = (flag: string) => [
    ...decideSuspension(userId, data.suspended !== ''),
    act('users/flag', { userId }, { only: [] }),
    ...(flag !== '' ? [act('users/liftFlag', { userId }, { only: [] })] : []),
    act('users/playLimits', { userId }),
    ...(data.isRobot || mayBePlatform(data) ? [act('users/platform', { userId, isPlatform: !data.isRobot })] : []),
    act('users/topUp', { userId }),
    act('users/debit', { userId }),
    act('users/debitBack', {}),
    act('users/erase', { userId }),
  ]
  return (
    <>
      <h2 className="mt-3 text-18 font-semibold break-all">
        <span translate="no">{data.nickName}</span> <span className="text-15 font-normal text-muted">V{data.level}</span>
      </h2>
      <Board>
        <Tile title={t('who')} isAlarm={data.suspended !== ''}>
          {data.suspended !== '' && (
            <div className="mb-2">
              <p translate="no" className="text-15 break-words text-loss">
                {frame('named', { name: t('isSuspended'), value: data.suspended })}
              </p>
              {data.suspendedUntil && (
                <Fact name={t('until')}>
                  <Time at={data.suspendedUntil} plain />
                </Fact>
              )}
            </div>
          )}
          <RecordFacts
            record={data}
            shape={[
              ['userName', 'code'],
              ['userId', 'code'],
              ['referralCode', 'code'],
              ['invitedBy', 'person'],
              ['createdAt', 'time'],
              ['isRobot', 'flag'],
            ]}
          />
        </Tile>
        <Tile title={t('balances')}>
          <Table
            rows={data.balances}
            keyOf={({ account, currency }) => `${account} ${currency}`}
            nameOf={({ account }) => named(account)}
            shape={[['balance', 'amount']]}
          />
        </Tile>
        <Tile title={t('parts')}>
          {data.parts.length === 0 && <p className="text-15 text-muted">{t('noParts')}</p>}
          {data.parts.map(({ part, facts }) => (
            <Fact
              key={part}
              name={
                listOf[part] ? (
                  <Link to={`${listOf[part]}${userId}`} className="underline underline-offset-4">
                    {word(part)}
                  </Link>
                ) : (
                  word(part)
                )
              }
            >
              {facts.map(({ name, count }) => `${part === 'machine' && name === 'payment' ? t('unpaid') : word(name)} ${count}`).join(' · ') || '–'}
            </Fact>
          ))}
        </Tile>
        {actsOf('').some(({ path }) => mayCall(me, path)) && (
          <Tile title={t('acts')}>
            {/* Without the team it is not known what can be done about a flag. */}
            <Answer of={team} waiting={<Skeleton height="60px" />}>
              {({ flag }) => <Acts acts={actsOf(flag)} />}
            </Answer>
            <PendingOn about={userId} />
          </Tile>
        )}
        <Notes userId={userId} />
        <Machines userId={userId} />
        <Nodes userId={userId} />
        <Team userId={userId} />
        {mayCall(me, 'users/play') && <Play userId={userId} />}
        <AuditTrail of={{ about: userId }} frame={Tile} />
      </Board>
    </>
  )
}

/** What operators wrote about a person, a page at a time, the newest first. */
function Notes({ userId }: { userId: string }) {
  const t = useText('console-people')
  const [cursor, setCursor] = useState('')
  return (
    <Tile title={t('notes')}>
      <Answer of={useNotes(userId, cursor)} waiting={<Skeleton height="60px" />}>
        {(data) => (
          <>
            {data.list.length === 0 && <p className="text-15 text-muted">{t('noNotes')}</p>}
            {data.list.map(({ noteId, at, text, staffId, staffName }) => (
              <div key={noteId} className="border-b border-line py-1.5 last:border-0">
                <p translate="no" className="text-15 break-words">
                  {text}
                </p>
                <div className="text-13 text-muted">
                  <Time at={at} plain /> · <Staff name={staffName} id={staffId} />
                </div>
              </div>
            ))}
            <Turn cursor={cursor} page={data} onTurn={setCursor} />
          </>
        )}
      </Answer>
      <Acts acts={[act('users/note', { userId })]} />
    </Tile>
  )
}

/** A person's limits of the game, what is left of the day, and how they play. */
function Play({ userId }: { userId: string }) {
  const t = useText('console-people')
  return (
    <Tile title={t('play')} hint={t('playHint')}>
      <Answer of={usePlay(userId, false)} waiting={<Skeleton height="120px" />}>
        {(data) => (
          <>
            <Table
              rows={[
                { name: t('playStake'), ...data.stake },
                { name: t('playLoss'), ...data.loss },
              ]}
              keyOf={({ name }) => name}
              nameOf={({ name }) => name}
              shape={[
                ['limit', 'points'],
                ['most', 'points'],
                ['used', 'points'],
                ['rest', 'points'],
              ]}
            />
            <RecordFacts record={data} shape={[['adultAt', 'time']]} />
            <RecordFacts
              record={data.reality}
              shape={[
                ['rounds', 'figure'],
                ['staked', 'points'],
                ['won', 'points'],
              ]}
            />
          </>
        )}
      </Answer>
    </Tile>
  )
}
