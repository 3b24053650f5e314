import { useState, type Ref } from 'react'
import { Machine } from '@kit/art/Machine'
import type { MachineSize, Product } from '@kit/api/contract'
import { useText } from '@kit/i18n/text'
import { EmptyState } from '@kit/ui/EmptyState'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { Segmented } from '@kit/ui/Segmented'
import { useMachinesOf } from './api'
import type { MachineFilter } from './decideHome'
import { ProductCard, ProductCardSkeleton } from './ProductCard'

interface MachineListProps {
  ref: Ref<HTMLElement>
  popular: readonly Product[]
  isNeutral: boolean
  sizes: readonly MachineSize[]
}

/** The popular machines, or those of one size. Without sales nothing is called popular. */
export function MachineList({ ref, popular, isNeutral, sizes }: MachineListProps) {
  const t = useText('home')
  const [filter, setFilter] = useState<MachineFilter>('popular')
  const first = { value: 'popular' as const, label: isNeutral ? t('machines.tabAll') : t('machines.tabPopular') }
  const options = [first, ...sizes.map((size) => ({ value: size, label: t(`size.${size}`) }))]
  return (
    <section ref={ref} className="scroll-mt-16">
      <h2 className="mb-2 text-18 font-semibold">{isNeutral ? t('machines.neutral') : t('machines.popular')}</h2>
      <Segmented<MachineFilter> label={t('machines.choose')} value={filter} onChange={setFilter} options={options} />
      <div className="mt-2">{filter === 'popular' ? <Products products={popular} /> : <OfSize size={filter} />}</div>
    </section>
  )
}

function OfSize({ size }: { size: MachineSize }) {
  const answer = useMachinesOf(size)
  if (answer.data) return <Products products={answer.data.list} />
  if (answer.isError) return <ErrorRetry of={answer} />
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      <ProductCardSkeleton />
    </div>
  )
}

function Products({ products }: { products: readonly Product[] }) {
  const t = useText('home')
  if (products.length === 0) {
    return <EmptyState title={t('machines.none')} hint={t('machines.noneHint')} art={<Machine size="small" seed="empty" isRunning={false} />} />
  }
  return (
    <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      {products.map((product) => (
        <li key={product.id} className="min-w-0 sm:last:odd:col-span-2">
          <ProductCard product={product} />
        </li>
      ))}
    </ul>
  )
}
