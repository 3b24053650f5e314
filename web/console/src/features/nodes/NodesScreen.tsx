import { useLanguage, useText } from '@kit/i18n/text'
import { act } from '@console/acts/act'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { useLevels } from './api'

/** The levels of nodes: supply, floor, gift, sale and words. Prices and percentages are parameters. */
export function NodesScreen() {
  const t = useText('console-edit')
  const language = useLanguage()
  return (
    <RecordsScreen
      title={t('nodes.title')}
      list={useLevels()}
      keyOf={({ level }) => level}
      nameOf={({ names }) => names[language]}
      columns={[
        ['names', 'texts'],
        ['price', 'usdt'],
        ['sold', 'figure'],
        ['supply', 'figure'],
        ['onSale', 'flag'],
      ]}
      facts={[
        ['price', 'usdt'],
        ['weightedDividend', 'percent'],
        ['giftV', 'code'],
        ['floorNodes', 'figure'],
        ['supply', 'figure'],
        ['sold', 'figure'],
        ['reserved', 'figure'],
        ['stock', 'figure'],
        ['onSale', 'flag'],
        ['offSaleAt', 'time'],
      ]}
      acts={(row) => [
        act(
          'nodes/change',
          { level: row.level },
          {
            only: ['names', 'details', 'supply', 'floorNodes', 'gift', 'onSale'],
            present: { ...row, gift: Number(row.giftV.slice(1)) },
            announced: row.offSaleAt ? ['onSale'] : [],
          },
        ),
      ]}
      empty={t('nodes.empty')}
    />
  )
}
