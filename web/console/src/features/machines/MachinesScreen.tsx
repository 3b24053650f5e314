import { useLanguage, useText } from '@kit/i18n/text'
import { act } from '@console/acts/act'
import { Announced } from '@console/records/Announced'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { picturesInput } from '@console/pictures/PicturesInput'
import { useMachines } from './api'

const words = ['names', 'details'] as const
const figures = ['price', 'power', 'termDays', 'dailyRate', 'etldCap', 'perUserLimit'] as const
const shown = ['pictures', 'position', 'onSale'] as const

/** The catalogue of machines: figures, stock, words, pictures, and what is announced. */
export function MachinesScreen() {
  const t = useText('console-edit')
  const language = useLanguage()
  return (
    <RecordsScreen
      title={t('machines.title')}
      list={useMachines()}
      keyOf={({ productId }) => productId}
      nameOf={({ names }) => names[language]}
      columns={[
        ['names', 'texts'],
        ['price', 'usdt'],
        ['stock', 'figure'],
        ['reserved', 'figure'],
        ['onSale', 'flag'],
      ]}
      facts={[
        ['size', 'word'],
        ['price', 'usdt'],
        ['power', 'figure'],
        ['termDays', 'figure'],
        ['dailyRate', 'percent'],
        ['etldCap', 'etld'],
        ['stock', 'figure'],
        ['reserved', 'figure'],
        ['perUserLimit', 'figure'],
        ['position', 'figure'],
        ['onSale', 'flag'],
        ['offSaleAt', 'time'],
        ['productId', 'code'],
      ]}
      more={({ nextTerms }) => <Announced change={nextTerms} />}
      acts={(row) => [
        act(
          'machines/change',
          { productId: row.productId },
          // What changes most often comes first: a machine is refilled and repriced, and seldom described anew.
          {
            only: ['addStock', ...figures, ...shown, ...words],
            present: { ...row, pictures: row.images.map(({ id }) => id) },
            announced: [...(row.offSaleAt ? (['onSale'] as const) : []), ...figures.filter((name) => row.nextTerms && row.nextTerms[name] !== row[name])],
            inputs: { pictures: picturesInput },
          },
        ),
        act('machines/hide', { productId: row.productId }),
      ]}
      fresh={[
        act(
          'machines/change',
          {},
          { isNew: true, only: ['productId', 'size', ...words, ...figures, 'addStock', ...shown], inputs: { pictures: picturesInput } },
        ),
      ]}
      empty={t('machines.empty')}
    />
  )
}
