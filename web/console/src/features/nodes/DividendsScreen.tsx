import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Time } from '@kit/ui/Time'
import { Board, Tile } from '@console/frame/Board'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { Table } from '@console/records/Table'
import { useWords } from '@console/words/useWords'
import { useDryRun, useMonths } from './api'

/** What each month's pools were divided into, how far it was paid, and what the open month would come to. */
export function DividendsScreen() {
  const t = useText('console-edit')
  const { word } = useWords()
  const { month: named } = useFigures()
  const { data } = useDryRun()
  return (
    <RecordsScreen
      title={t('dividends.title')}
      list={useMonths()}
      keyOf={({ id }) => id}
      nameOf={({ month, level }) => `${named(month)} · ${word(level)}`}
      columns={[
        ['month', 'month'],
        ['level', 'word'],
        ['pool', 'usdt'],
        ['divided', 'usdt'],
        ['nodes', 'figure'],
        ['unpaid', 'figure'],
      ]}
      facts={[
        ['newPart', 'usdt'],
        ['opening', 'usdt'],
        ['shares', 'usdt'],
        ['funded', 'usdt'],
        ['pool', 'usdt'],
        ['nodes', 'figure'],
        ['weights', 'figure'],
        ['base', 'figure'],
        ['divided', 'usdt'],
        ['free', 'usdt'],
        ['carried', 'usdt'],
        ['closedAt', 'time'],
        ['unpaid', 'figure'],
      ]}
      empty={t('dividends.empty')}
      below={
        data && (
          <Board>
            <Tile title={t('dividends.open', { month: named(data.month) })} note={<Time at={data.paidAt} plain />} hint={t('dividends.openHint')} isWide>
              <Table
                rows={data.pools}
                keyOf={({ level }) => level}
                nameOf={({ level }) => word(level)}
                shape={[
                  ['pool', 'usdt'],
                  ['divided', 'usdt'],
                  ['free', 'usdt'],
                  ['nodes', 'figure'],
                  ['weights', 'figure'],
                  ['base', 'figure'],
                ]}
              />
            </Tile>
          </Board>
        )
      }
    />
  )
}
