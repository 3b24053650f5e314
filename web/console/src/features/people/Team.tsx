import { useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { Skeleton } from '@kit/ui/Skeleton'
import { Tile } from '@console/frame/Board'
import { Fact } from '@console/frame/Panel'
import { Person } from '@console/person/Person'
import { RecordFacts } from '@console/records/RecordFacts'
import { Table } from '@console/records/Table'
import { useTeam } from './api'
import { Rewards } from './Rewards'

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
