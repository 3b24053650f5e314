import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { act } from '@console/acts/act'
import { Board, Tile } from '@console/frame/Board'
import { RecordFacts } from '@console/records/RecordFacts'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { Table } from '@console/records/Table'
import { useWords } from '@console/words/useWords'
import { useDelayed, useTeams } from './api'

/** The rewards that wait because of a flag, and what all teams were paid. */
export function RewardsScreen() {
  const t = useText('console-boards')
  const screens = useText('console')
  const { word } = useWords()
  const { money } = useFigures()
  const teams = useTeams().data
  return (
    <RecordsScreen
      title={screens('screen.rewards')}
      list={useDelayed()}
      keyOf={({ rewardId }) => rewardId}
      nameOf={({ type, amount, currency }) => `${word(type)} · ${money(amount, currency)}`}
      columns={[
        ['type', 'word'],
        ['userId', 'person'],
        ['amount', 'amount'],
        ['cause', 'text'],
        ['dueAt', 'time'],
      ]}
      facts={({ type }) => [
        ['userId', 'person'],
        ['type', 'word'],
        ['amount', 'amount'],
        // The day's budget bounds accelerations alone.
        ...(type === 'team_acceleration' ? ([['raw', 'amount']] as const) : []),
        ['sourceId', 'person'],
        ['cause', 'text'],
        ['reason', 'text'],
        ['day', 'day'],
        ['at', 'time'],
        ['dueAt', 'time'],
      ]}
      acts={({ rewardId }) => [act('rewards/refuse', { rewardId })]}
      fresh={[act('rewards/grant', {})]}
      empty={t('rewards.empty')}
      below={
        teams && (
          <Board>
            <Tile title={t('rewards.teams')} isWide>
              <RecordFacts
                record={teams}
                shape={[
                  ['levelPool', 'usdt'],
                  ['delayed', 'usdt'],
                  ['levelled', 'day'],
                  ['accelerated', 'day'],
                ]}
              />
              <Table
                rows={teams.nights}
                keyOf={({ day, job }) => `${day} ${job}`}
                nameOf={({ job }) => word(job)}
                shape={[
                  ['day', 'day'],
                  ['done', 'flag'],
                  ['at', 'time'],
                ]}
              />
            </Tile>
          </Board>
        )
      }
    />
  )
}
