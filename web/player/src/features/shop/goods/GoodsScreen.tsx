import { Link } from '@core/frame/links'
import { Screen } from '@core/frame/Screen'
import { useSearchState } from '@core/frame/useSearchState'
import { useText } from '@kit/i18n/text'
import { ChoiceRow } from '@kit/ui/ChoiceRow'
import { EmptyState } from '@kit/ui/EmptyState'
import type { EndlessList } from '@kit/ui/ListEnd'
import { Loading } from '@kit/ui/Loading'
import { Rows } from '@kit/ui/Rows'
import { Skeleton } from '@kit/ui/Skeleton'
import type { GoodsCategory, Goods } from '../contract'
import { categories, categoryIn } from '../decideGoods'
import { GoodsArt } from '../GoodsArt'
import { useGoods } from './api'
import { GoodsCard } from './GoodsCard'

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-3'

/** The shop: what can be bought and sent. */
export function GoodsScreen() {
  const t = useText('shop')
  const [search, show] = useSearchState()
  const category = categoryIn(search.get('category'))
  const list = useGoods(category)
  return (
    <Screen title={t('goods.title')} right={<OrdersLink />} onRefresh={list.refresh}>
      <div className="flex flex-col gap-4">
        <ChoiceRow<GoodsCategory>
          label={t('goods.filter.label')}
          all={t('goods.filter.all')}
          choices={categories.map((value) => ({ value, label: t(`category.${value}`) }))}
          value={category}
          onChange={(next) => show({ category: next })}
        />
        <Shelf list={list} category={category} />
      </div>
    </Screen>
  )
}

function Shelf({ list, category }: { list: EndlessList<Goods>; category: GoodsCategory | null }) {
  const t = useText('shop')
  const empty = (
    <EmptyState
      title={t(category ? 'goods.empty.ofCategory' : 'goods.empty.title')}
      hint={t(category ? 'goods.empty.ofCategoryHint' : 'goods.empty.hint')}
      art={<GoodsArt category={category ?? 'hardware'} />}
    />
  )
  return (
    <Rows keyOf={(goods) => goods.id} look={grid} list={list} waiting={<ShelfSkeleton />} empty={empty}>
      {(goods, index) => <GoodsCard goods={goods} isFirst={index < 4} />}
    </Rows>
  )
}

function ShelfSkeleton() {
  return (
    <Loading className={grid}>
      {['a', 'b', 'c', 'd'].map((place) => (
        <div key={place} className="overflow-hidden rounded-card border border-line bg-raised">
          <div className="aspect-square">
            <Skeleton height="100%" />
          </div>
          <div className="flex flex-col gap-2 p-3">
            <Skeleton height="20px" />
            <Skeleton width="70%" height="24px" />
          </div>
        </div>
      ))}
    </Loading>
  )
}

function OrdersLink() {
  const t = useText('shop')
  return (
    <Link to="/order" className="press inline-flex min-h-11 items-center justify-center rounded-field px-2 text-15 font-medium text-brass-ink">
      {t('goods.orders')}
    </Link>
  )
}
