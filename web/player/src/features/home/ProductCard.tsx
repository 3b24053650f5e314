import type { ReactNode } from 'react'
import { Link } from '@core/frame/links'
import { placeOf } from '@core/frame/places'
import { Machine } from '@kit/art/Machine'
import type { Product } from '@kit/api/contract'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Skeleton } from '@kit/ui/Skeleton'
import { saleStateOf } from './decideHome'

/** A machine for sale: its price, what is certain, and what is estimated. */
export function ProductCard({ product }: { product: Product }) {
  const t = useText('home')
  const sale = saleStateOf(product)
  return (
    <Link to={placeOf('product', product.id)} className="press flex h-full flex-wrap items-center gap-3 rounded-card border border-line bg-raised p-3 pr-4">
      <span aria-hidden className="block h-28 w-26 shrink-0 tiny:w-20">
        <Machine size={product.size} seed={product.id} isRunning={sale === 'on_sale'} />
      </span>
      <span className="min-w-[min(100%,9.5rem)] flex-1">
        <span className="block text-16 font-semibold">{product.name}</span>
        <span className="mt-0.5 block text-20 font-semibold">
          <Amount value={product.price} currency="USDT" decimalsMin={0} />
        </span>
        <span className="block text-13 text-muted">
          <Amount value={String(product.power)} currency="T" /> · {t('product.term', { days: product.termDays })}
        </span>
        <Line name={t('product.interest')}>
          <Amount value={product.interestTotal} currency="USDT" signed />
        </Line>
        <Line name={t('product.output')}>
          {product.estEtldPerDay ? (
            <Amount value={product.estEtldPerDay} decimalsMin={2} decimalsMax={4} />
          ) : (
            <span className="text-muted">{t('product.unknown')}</span>
          )}
        </Line>
        {sale !== 'on_sale' && (
          <span className="mt-1 block text-13 font-medium text-loss">{sale === 'sold_out' ? t('product.soldOut') : t('product.paused')}</span>
        )}
      </span>
    </Link>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className="mt-1 flex flex-wrap justify-between gap-x-3 text-13">
      <span className="text-muted">{name}</span>
      <span className="ml-auto">{children}</span>
    </span>
  )
}

/** The place of a machine that is still loading. */
export function ProductCardSkeleton() {
  return (
    <div className="flex items-center gap-3 rounded-card border border-line bg-raised p-3 pr-4">
      <div className="flex h-28 w-26 shrink-0 items-center justify-center tiny:w-20">
        <Skeleton width="72px" height="84px" />
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <Skeleton width="80%" height="20px" />
        <Skeleton width="50%" height="24px" />
        <Skeleton height="16px" />
        <Skeleton height="16px" />
      </div>
    </div>
  )
}
