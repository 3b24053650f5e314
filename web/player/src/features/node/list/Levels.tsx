import { Link } from '@core/frame/links'
import { Gem } from '@kit/art/Gem'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { Amount } from '@kit/ui/Amount'
import { EmptyState } from '@kit/ui/EmptyState'
import { Icon } from '@kit/ui/Icon'
import { Skeletons } from '@kit/ui/Loading'
import type { Level } from '../contract'
import { LevelFacts } from '../LevelFacts'
import { SoldShare } from '../SoldShare'
import { useLevels } from './api'

/** The levels of nodes on sale. */
export function Levels() {
  const t = useText('node')
  const levels = useLevels()
  return (
    <Answer of={levels} waiting={<LevelsSkeleton />}>
      {({ list }) =>
        list.length === 0 ? (
          <EmptyState title={t('list.none.title')} hint={t('list.none.hint')} art={<Gem level="star" />} />
        ) : (
          <ul className="flex flex-col gap-3">
            {list.map((level) => (
              <li key={level.id}>
                <LevelCard level={level} />
              </li>
            ))}
          </ul>
        )
      }
    </Answer>
  )
}

/** One level; a press leads to its page. */
function LevelCard({ level }: { level: Level }) {
  const t = useText('node')
  const { money, month } = useFigures()
  const [last] = level.lastDividends
  return (
    <Link to={`/chainDetails?id=${level.id}`} className="press block rounded-card border border-line bg-raised p-4">
      <div className="flex items-center gap-4">
        <span aria-hidden className="block size-20 shrink-0 tiny:size-14">
          <Gem level={level.level} />
        </span>
        <div className="min-w-0 flex-1">
          <p className="text-[clamp(11px,5.5vw,1rem)] font-semibold break-words hyphens-auto">{level.name}</p>
          <p className="text-[clamp(11px,7.5vw,1.25rem)] leading-tight font-semibold">
            <Amount value={level.price} currency="USDT" />
          </p>
        </div>
        <Icon name="forward" look="text-brass-ink" />
      </div>
      <div aria-hidden className="rule my-3" />
      <LevelFacts level={level} plain />
      <div className="mt-3">
        <SoldShare level={level} />
      </div>
      <p className="mt-2 text-13 text-muted">
        {last ? t('list.last', { month: month(last.month), amount: money(last.full, 'USDT', { decimalsMax: 4 }) }) : t('list.lastNone')}
      </p>
    </Link>
  )
}

/** The levels' places while they are on their way. */
export function LevelsSkeleton() {
  return <Skeletons heights={['262px', '262px', '262px']} />
}
