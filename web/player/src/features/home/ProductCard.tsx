import { Link } from 'react-router'
import { Machine } from '@kit/art/Machine'
import type { Product } from '@kit/api/contract'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Skeleton } from '@kit/ui/Skeleton'
import { decideSale } from './decideHome'

/** A machine for sale: its price, what is certain, and what is estimated. */
export function ProductCard({ product }: { product: Product }) {
  const t = useText('home')
  const sale = decideSale(product)
  return (
    <Link to={`/goods?id=${encodeURIComponent(product.id)}`} className="press flex h-full flex-col rounded-card border border-line bg-raised p-3">
      <span aria-hidden className="mx-auto block h-28 w-32">
        <Machine size={product.size} seed={product.id} isRunning={sale === 'on_sale'} />
      </span>
      <span className="mt-1 flex flex-wrap items-baseline justify-between gap-x-2">
        <span className="text-15 font-semibold">{product.name}</span>
        <span className="text-13 whitespace-nowrap text-muted">
          <Amount value={product.power} currency="T" /> · {t('product.term', { days: product.termDays })}
        </span>
      </span>
      <span className="mt-0.5 text-20 font-semibold">
        <Amount value={product.price} currency="USDT" decimalsMin={0} />
      </span>
      <span className="mt-2 flex flex-wrap justify-between gap-x-2 border-t border-line pt-2 text-13">
        <span className="text-muted">{t('product.interest')}</span>
        <Amount value={product.interestTotal} currency="USDT" signed />
      </span>
      <span className="flex flex-wrap justify-between gap-x-2 text-13">
        <span className="text-muted">{t('product.output')}</span>
        <Amount value={product.estEtldPerDay} decimalsMax={4} />
      </span>
      {sale !== 'on_sale' && <span className="mt-2 text-13 font-medium text-loss">{sale === 'sold_out' ? t('product.soldOut') : t('product.paused')}</span>}
    </Link>
  )
}

/** The place of a machine that is still loading. */
export function ProductCardSkeleton() {
  return (
    <div className="rounded-card border border-line bg-raised p-3">
      <div className="mx-auto flex h-28 w-32 items-center justify-center">
        <Skeleton width="72px" height="84px" />
      </div>
      <div className="mt-2">
        <Skeleton width="70%" height="18px" />
      </div>
      <div className="mt-2">
        <Skeleton width="55%" height="24px" />
      </div>
      <div className="mt-3 mb-1 flex flex-col gap-2">
        <Skeleton height="15px" />
        <Skeleton height="15px" />
      </div>
    </div>
  )
}
