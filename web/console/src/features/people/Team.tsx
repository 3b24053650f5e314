import { Acts } from '@console/acts/Acts'
import { act } from '@console/acts/act'
import type { Row } from '@console/contract/contract'
import { Tile } from '@console/frame/Board'
import { Fact } from '@console/frame/Panel'
import { Person } from '@console/person/Person'
import { RecordFacts } from '@console/records/RecordFacts'
import { Table } from '@console/records/Table'
import { mayCall } from '@console/session/roles'
import { useMe } from '@console/session/store'
import { useWords } from '@console/words/useWords'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Answer } from '@console/frame/Answer'
import { Skeleton } from '@kit/ui/Skeleton'
import { Time } from '@kit/ui/Time'
import { useState } from 'react'
import { Turn } from './Turn'
import { useRewardsOf, useTeam } from './api'

/** Who is above a person, what the team comes to, and the rewards. */
export function Team({ userId }: { userId: string }) {
  const t = useText('console-people')
  return (
    <Tile title={t('team')} isWide>
      <Answer of={useTeam(userId)} waiting={<Skeleton height="160px" />}>
        {(data) => (
          <>
            <RecordFacts
              record={data}
              shape={[
                ['levelEarned', 'figure'],
                ['levelGift', 'figure'],
                ['performance', 'usdt'],
                ['qualified', 'usdt'],
                ['principal', 'usdt'],
                ['rewarded', 'usdt'],
              ]}
            />
            {data.above.length > 0 && (
              <Fact name={t('above')}>
                {data.above.map(({ userId: id, userName, level }) => (
                  <span key={id} className="block">
                    <Person userId={id} name={userName} /> <span className="text-muted">V{level}</span>
                  </span>
                ))}
              </Fact>
            )}
            <Table
              rows={data.depths}
              keyOf={({ depth }) => String(depth)}
              nameOf={({ depth }) => t('depth', { depth })}
              shape={[
                ['friends', 'figure'],
                ['performance', 'usdt'],
              ]}
            />
            <Rewards userId={userId} />
          </>
        )}
      </Answer>
    </Tile>
  )
}

type Reward = Row<'rewards/list'>

/** What can be done about a reward by its state. */
const actOn: Partial<Record<Reward['state'], 'rewards/refuse' | 'rewards/grant'>> = { delayed: 'rewards/refuse', refused: 'rewards/grant' }

/** A person's rewards with why each is as it is, a page at a time, and what can be done about those of the page. */
function Rewards({ userId }: { userId: string }) {
  const { word } = useWords()
  const { money } = useFigures()
  const me = useMe()
  const [cursor, setCursor] = useState('')
  return (
    <Answer of={useRewardsOf(userId, cursor)} waiting={<Skeleton height="80px" />}>
      {(data) => (
        <>
          <Table
            rows={data.list}
            keyOf={({ rewardId }) => rewardId}
            nameOf={({ type }) => word(type)}
            shape={[
              ['amount', 'amount'],
              ['state', 'feminine'],
              ['at', 'time'],
              ['reason', 'text'],
            ]}
          />
          <Turn cursor={cursor} page={data} onTurn={setCursor} />
          {data.list.map(({ rewardId, type, amount, currency, at, state }) => {
            const path = actOn[state]
            if (!path || !mayCall(me, path)) return null
            return (
              <section key={rewardId} className="mt-4">
                <h3 className="text-15 font-semibold">
                  {word(type)} · {money(amount, currency)}
                </h3>
                <p className="mb-2 text-13 text-muted">
                  <Time at={at} plain />
                </p>
                <Acts acts={[act(path, { rewardId })]} />
              </section>
            )
          })}
        </>
      )}
    </Answer>
  )
}
