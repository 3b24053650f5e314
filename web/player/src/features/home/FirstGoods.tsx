import { Link } from '@core/frame/links'
import { Picture } from '@core/frame/Picture'
import { Worth } from '@core/price/Worth'
import { placeOf } from '@core/frame/places'
import type { Row } from '@kit/api/contract'
import { Box } from '@kit/art/Box'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { useFirstGoods } from './api'
import { decideGoods } from './decideHome'
import { SectionHead } from './SectionHead'

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-3'

/** The first goods of the shop. */
export function FirstGoods() {
  const t = useText('home')
  const answer = useFirstGoods()
  const goods = answer.data && decideGoods(answer.data.list)
  if (goods?.length === 0) return null
  return (
    <section>
      <SectionHead title={t('goods.title')} to="/products">
        {t('goods.all')}
      </SectionHead>
      <ErrorRetry of={answer} />
      {!answer.isError && !goods && <Places />}
      {goods && (
        <ul className={grid}>
          {goods.map((one) => (
            <li key={one.id} className="min-w-0">
              <GoodsTile goods={one} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const tile = 'flex h-full flex-col overflow-hidden rounded-card border border-line bg-raised'

function GoodsTile({ goods }: { goods: Row<'/api/shop/goods'> }) {
  return (
    <Link to={placeOf('goods', goods.id)} className={`press ${tile}`}>
      <span className="block aspect-square w-full">
        <Picture picture={goods.images[0]} alt="" shown="(min-width: 640px) 180px, 50vw">
          <Box />
        </Picture>
      </span>
      <span className="flex flex-1 flex-col gap-1 p-3">
        <span className="text-15 leading-snug break-words hyphens-auto tiny:text-13">{goods.name}</span>
        <span className="mt-auto text-16 leading-tight font-semibold">
          <Amount value={goods.price} currency={goods.priceCurrency} />
          <Worth amount={goods.price} currency={goods.priceCurrency} />
        </span>
      </span>
    </Link>
  )
}

/** The goods' places until they are there. */
function Places() {
  return (
    <div aria-hidden className={grid}>
      {['a', 'b', 'c', 'd'].map((place) => (
        <div key={place} className={tile}>
          <div className="aspect-square bg-sunk" />
          <div className="h-18" />
        </div>
      ))}
    </div>
  )
}
