import { Link } from '@core/frame/links'
import { Picture } from '@core/frame/Picture'
import { placeOf } from '@core/frame/places'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import type { Goods } from '../contract'
import { stockOf } from '../decideGoods'
import { GoodsArt } from '../GoodsArt'

interface GoodsCardProps {
  goods: Goods
  /** Whether it is on the first screen. */
  isFirst: boolean
}

/** One of the goods with its price; a press leads to its page. */
export function GoodsCard({ goods, isFirst }: GoodsCardProps) {
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
