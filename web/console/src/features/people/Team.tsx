import { useText } from '@kit/i18n/text'
import { act } from '@console/acts/act'
import { Acts } from '@console/acts/Acts'
import { Tile } from '@console/frame/Board'
import { Fact } from '@console/frame/Panel'
import { Person } from '@console/person/Person'
import { RecordFacts } from '@console/records/RecordFacts'
import { Table } from '@console/records/Table'
import { useWords } from '@console/words/useWords'
import { useTeam } from './api'

/** Who is above a person, what the team comes to, and the rewards with why each is as it is. */
export function Team({ userId }: { userId: string }) {
  const t = useText('console-people')
  const { word } = useWords()
  const { data } = useTeam(userId)
  if (!data) return null
  const refused = data.rewards.list.filter(({ state }) => state === 'refused')
  const delayed = data.rewards.list.filter(({ state }) => state === 'delayed')
  return (
    <Tile title={t('team')} isWide>
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
      <Table
        rows={data.rewards.list}
        keyOf={({ rewardId }) => rewardId}
        nameOf={({ type }) => word(type)}
        shape={[
          ['amount', 'amount'],
          ['state', 'feminine'],
          ['at', 'time'],
          ['reason', 'text'],
        ]}
      />
      {delayed.map(({ rewardId }) => (
        <Acts key={rewardId} acts={[act('rewards/refuse', { rewardId })]} />
      ))}
      {refused.map(({ rewardId }) => (
        <Acts key={rewardId} acts={[act('rewards/grant', { rewardId })]} />
      ))}
    </Tile>
  )
}
