import { useLanguage, useText } from '@kit/i18n/text'
import { act } from '@console/acts/act'
import { picturesInput } from '@console/pictures/PicturesInput'
import { Announced } from '@console/records/Announced'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { useGoods } from './api'

const fields = ['names', 'details', 'category', 'price', 'currency', 'addStock', 'limit', 'regions', 'pictures', 'position', 'onSale'] as const

/** The goods of the shop: price, stock, words, pictures, and what is announced. */
export function GoodsScreen() {
  const t = useText('console-edit')
  const language = useLanguage()
  return (
    <RecordsScreen
      title={t('goods.title')}
      list={useGoods()}
      keyOf={({ goodsId }) => goodsId}
      nameOf={({ names }) => names[language]}
      columns={[
        ['names', 'texts'],
        ['price', 'amount'],
        ['stock', 'figure'],
        ['onSale', 'flag'],
      ]}
      facts={[
        ['category', 'word'],
        ['price', 'amount'],
        ['stock', 'figure'],
        ['reserved', 'figure'],
        ['limit', 'figure'],
        ['regions', 'words'],
        ['position', 'figure'],
        ['onSale', 'flag'],
        ['offSaleAt', 'time'],
        ['goodsId', 'code'],
      ]}
      more={({ nextPrice }) => <Announced change={nextPrice} />}
      acts={(row) => [
        act(
          'goods/change',
          { goodsId: row.goodsId },
          {
            only: fields,
            present: { ...row, pictures: row.images.map(({ id }) => id) },
            announced: [...(row.offSaleAt ? (['onSale'] as const) : []), ...(row.nextPrice ? (['price'] as const) : [])],
            inputs: { pictures: picturesInput },
          },
        ),
        act('goods/hide', { goodsId: row.goodsId }),
      ]}
      fresh={[act('goods/change', {}, { isNew: true, only: ['goodsId', ...fields], inputs: { pictures: picturesInput } })]}
      empty={t('goods.empty')}
    />
  )
}
