import { Bell } from '@core/frame/Bell'
import { late } from '@core/frame/late'
import { Link } from '@core/frame/links'
import { placeOf } from '@core/frame/places'
import { useArrival } from '@core/frame/useArrival'
import { answers } from '@core/session/cache'
import { useSession } from '@core/session/store'
import type { Home, MachineSize, Product } from '@kit/api/contract'
import { Machine } from '@kit/art/Machine'
import { langOf } from '@kit/i18n/language'
import { useText } from '@kit/i18n/text'
import { EmptyState } from '@kit/ui/EmptyState'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { Icon, type IconName } from '@kit/ui/Icon'
import { glide } from '@kit/ui/glide'
import { MaskedId } from '@kit/ui/MaskedId'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { Segmented } from '@kit/ui/Segmented'
import { Suspense, type Ref, useEffect, useRef, useState } from 'react'
import { Banners } from './Banners'
import { HomeSkeleton } from './HomeSkeleton'
import { LinePlace } from './LinePlace'
import { ProductCard, ProductCardSkeleton } from './ProductCard'
import { TodayGauge } from './TodayGauge'
import { useHome, useMachinesOf } from './api'
import { hasLine, type MachineFilter } from './decideHome'
import { LateIncomeLine } from './lateIncomeLine'

const BelowFold = late(() => import('./BelowFold').then((module) => module.BelowFold))

/** The front page: an incident that goes on, today's output, what came in lately, shortcuts, machines, banners; below them prices, nodes, news, goods. */
export function HomeScreen() {
  const heading = useArrival()
  const t = useText('home')
  const home = useHome()
  const machines = useRef<HTMLElement>(null)
  useEffect(() => {
    document.title = `ETLD · ${t('title')}`
  }, [t])
  const { data } = home
  return (
    <>
      <Header />
      <PullToRefresh onRefresh={() => answers.invalidateQueries()}>
        <main tabIndex={-1} className="outline-none flex flex-col gap-3 px-4 pb-8">
          <h1 ref={heading} tabIndex={-1} className="sr-only">
            {t('title')}
          </h1>
          <ErrorRetry of={home} />
          {home.isPending && <HomeSkeleton />}
          {data && (
            <>
              {data.incident && <Incident incident={data.incident} />}
              <div className={`grid grid-cols-1 gap-3 ${hasLine(data.today) ? 'sm:grid-cols-2' : ''}`}>
                <TodayGauge today={data.today} />
                {hasLine(data.today) && (
                  <Suspense fallback={<LinePlace />}>
                    <LateIncomeLine />
                  </Suspense>
                )}
              </div>
              <Shortcuts />
              <MachineList ref={machines} popular={data.popular} isNeutral={data.popularNeutral} sizes={data.sizes} />
              <Banners sent={data.banners} editors={data.editorBanners} onMachines={() => machines.current?.scrollIntoView({ behavior: glide() })} />
              <Suspense fallback={null}>
                <BelowFold home={data} />
              </Suspense>
            </>
          )}
        </main>
      </PullToRefresh>
    </>
  )
}

function Header() {
  const address = useSession((state) => state.address)
  return (
    <header className="sticky top-[env(safe-area-inset-top)] z-20 low:static flex min-h-15 items-center gap-1 bg-canvas/95 px-4 backdrop-blur-sm">
      <span className="flex flex-1 items-center gap-1 text-20 font-semibold tracking-tight" translate="no">
        ETLD
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden className="text-brass-ink">
          <path d="M12 3l7.8 4.5v9L12 21l-7.8-4.5v-9z" fill="none" stroke="currentColor" strokeWidth="1.6" />
        </svg>
      </span>
      {address && (
        <Link
          to="/mine"
          className="press inline-flex min-h-11 min-w-0 items-center overflow-hidden rounded-full border border-line px-4 text-[clamp(11px,0.8125rem,16px)] text-muted"
        >
          <MaskedId id={address} />
        </Link>
      )}
      <Bell />
    </header>
  )
}

/** The incident that goes on, before everything else; a press tells all of it. */
function Incident({ incident }: { incident: NonNullable<Home['incident']> }) {
  const t = useText('home')
  return (
    <Link to={placeOf('article', incident.id)} className="press flex min-h-22 items-center gap-3 rounded-card border border-loss bg-raised px-4 py-3">
      <Icon name="info" look="text-loss" />
      <span className="min-w-0 flex-1">
        <span className="block text-13 font-medium text-loss">{t('incident')}</span>
        <span lang={langOf(incident)} className="line-clamp-2 text-15 leading-snug font-semibold break-words">
          {incident.title}
        </span>
      </span>
      <Icon name="forward" size={18} look="text-muted" />
    </Link>
  )
}

interface MachineListProps {
  ref: Ref<HTMLElement>
  popular: readonly Product[]
  isNeutral: boolean
  sizes: readonly MachineSize[]
}

/** The popular machines, or those of one size. Without sales nothing is called popular. */
function MachineList({ ref, popular, isNeutral, sizes }: MachineListProps) {
  const t = useText('home')
  const [filter, setFilter] = useState<MachineFilter>('popular')
  const nameOf = (one: MachineFilter) => (one === 'popular' ? t(isNeutral ? 'machines.tabAll' : 'machines.tabPopular') : t(`size.${one}`))
  return (
    <section ref={ref} className="scroll-mt-16">
      <h2 className="mb-2 text-18 font-semibold">{isNeutral ? t('machines.neutral') : t('machines.popular')}</h2>
      <Segmented<MachineFilter> label={t('machines.choose')} value={filter} onChange={setFilter} of={['popular', ...sizes]} nameOf={nameOf} />
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

const shortcuts = [
  { key: 'topUp', path: '/wallet?sheet=topup', icon: 'plus' },
  { key: 'swap', path: '/swap', icon: 'trade' },
  { key: 'withdraw', path: '/withdraw', icon: 'upload' },
  { key: 'movements', path: '/transaction', icon: 'clock' },
] as const satisfies readonly { key: string; path: string; icon: IconName }[]

/** What people come for most, one press away. */
function Shortcuts() {
  const t = useText('home')
  return (
    <nav aria-label={t('shortcuts.label')}>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(4.25rem,1fr))] gap-2 tiny:grid-cols-2">
        {shortcuts.map(({ key, path, icon }) => (
          <li key={key} className="min-w-0">
            <Link
              to={path}
              className="press flex h-full min-h-14 flex-col items-center justify-center gap-0.5 rounded-field border border-line bg-raised px-1 py-1.5 text-center text-[clamp(11px,0.6875rem,15px)] leading-tight font-medium"
            >
              <Icon name={icon} size={20} look="text-brass-ink" />
              <span className="max-w-full break-words hyphens-auto">{t(`shortcut.${key}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
