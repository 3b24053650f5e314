import { HeadAct } from '@core/frame/HeadAct'
import { Link } from '@core/frame/links'
import { Screen } from '@core/frame/Screen'
import { useFilter } from '@core/frame/useFilter'
import { useText } from '@kit/i18n/text'
import { ChoiceRow } from '@kit/ui/ChoiceRow'
import { EmptyState } from '@kit/ui/EmptyState'
import type { EndlessList } from '@kit/ui/ListEnd'
import { Loading } from '@kit/ui/Loading'
import { Rows } from '@kit/ui/Rows'
import { Skeleton } from '@kit/ui/Skeleton'
import { Picture } from '@core/frame/Picture'
import { placeOf } from '@core/frame/places'
import { Amount } from '@kit/ui/Amount'
import type { GoodsCategory, Goods } from '../contract'
import { categories, stockOf } from '../decideGoods'
import { GoodsArt } from '../GoodsArt'
import { useGoods } from './api'

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-3'

/** The shop: what can be bought and sent. */
export function GoodsScreen() {
  const t = useText('shop')
  const filter = useFilter('category', categories)
  const list = useGoods(filter.value)
  return (
    <Screen title={t('goods.title')} right={<HeadAct to="/order">{t('goods.orders')}</HeadAct>} onRefresh={list.refresh}>
      <div className="flex flex-col gap-4">
        <ChoiceRow {...filter} label={t('goods.filter.label')} all={t('goods.filter.all')} nameOf={(one) => t(`category.${one}`)} />
        <Shelf list={list} category={filter.value} />
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

interface GoodsCardProps {
  goods: Goods
  /** Whether it is on the first screen. */
  isFirst: boolean
}

/** One of the goods with its price; a press leads to its page. */
function GoodsCard({ goods, isFirst }: GoodsCardProps) {
  const t = useText('shop')
  const stock = stockOf(goods)
  return (
    <Link to={placeOf('goods', goods.id)} className="press flex h-full flex-col overflow-hidden rounded-card border border-line bg-raised">
      <span className={`block aspect-square w-full ${stock === 'sold_out' ? 'opacity-50' : ''}`}>
        <Picture picture={goods.images[0]} alt="" shown="(min-width: 640px) 180px, 50vw" isFirst={isFirst}>
          <GoodsArt category={goods.category} />
        </Picture>
      </span>
      <span className="flex flex-1 flex-col gap-1 p-3">
        <span className="text-15 leading-snug text-balance break-words hyphens-auto tiny:text-13">{goods.name}</span>
        <span className="mt-auto text-18 leading-tight font-semibold tiny:text-16">
          <Amount value={goods.price} currency={goods.priceCurrency} />
        </span>
        {stock !== 'enough' && (
          <span className={`text-13 ${stock === 'sold_out' ? 'text-loss' : 'text-brass-ink'}`}>{t(`stock.${stock}`, { count: goods.stock })}</span>
        )}
      </span>
    </Link>
  )
}
