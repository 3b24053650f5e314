import { useText } from '@kit/i18n/text'
import { Tile } from '@console/frame/Board'
import { RecordFacts } from '@console/records/RecordFacts'
import { Table } from '@console/records/Table'
import { usePlay } from './api'

/** A person's limits of the game, what is left of the day, and how they play. */
export function Play({ userId }: { userId: string }) {
  const t = useText('console-people')
  const { data } = usePlay(userId, false)
  if (!data) return null
  return (
    <Tile title={t('play')} hint={t('playHint')}>
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
    </Tile>
  )
}
