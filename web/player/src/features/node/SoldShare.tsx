import { shareOf } from '@kit/amount/compare'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Ticks } from '@kit/ui/Ticks'
import type { Level } from './contract'

/** How much of a level's supply is sold, and what is left. */
export function SoldShare({ level }: { level: Level }) {
  const t = useText('node')
  const { figure } = useFigures()
  const supply = figure(String(level.supply))
  return (
    <div>
      <Ticks share={shareOf(String(level.sold), String(level.supply))} tone="muted" />
      <p className="fig mt-1.5 flex flex-wrap justify-between gap-x-4 text-13 text-muted">
        <span>{t('sold', { sold: figure(String(level.sold)), supply })}</span>
        <span className={level.stock > 0 ? '' : 'font-semibold text-loss'}>
          {level.stock > 0 ? t('left', { left: figure(String(level.stock)) }) : t('soldOut')}
        </span>
      </p>
    </div>
  )
}
