import { Gem } from '@kit/art/Gem'
import { shareOf } from '@kit/amount/compare'
import { signOf } from '@kit/amount/format'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { AmountFact, Fact, Facts, FigureFact } from '@kit/ui/Facts'
import { Icon } from '@kit/ui/Icon'
import { Ticks } from '@kit/ui/Ticks'
import { Explained } from '@core/words/Explained'
import type { Pool } from '../contract'

/** One level's pool in the open month, with what it would bring the user if the month closed now; a press opens how. */
export function PoolRow({ pool }: { pool: Pool }) {
  const t = useText('node')
  const { percent, owned, figure } = useFigures()
  const name = t(`level.${pool.level}`)
  const upTo = t('pool.upTo', { amount: owned(pool.myAmount, 'USDT', { decimalsMax: 4 }) })
  return (
    <details className="group">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 py-2 [&::-webkit-details-marker]:hidden">
        <span aria-hidden className="block size-10 shrink-0">
          <Gem level={pool.level} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <b className="text-16 font-semibold">{name}</b>
            <b className="ml-auto text-16 font-semibold">
              <Amount value={pool.pool} currency="USDT" decimalsMax={4} />
            </b>
          </span>
          <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-13 text-muted">
            <span>{pool.weightedDividend !== null && t('pool.rate', { rate: percent(pool.weightedDividend) })}</span>
            {pool.myNodes > 0 && (
              <span className="text-gain">
                {t('pool.mine')} {upTo}
              </span>
            )}
          </span>
        </span>
        <Icon name="forward" size={18} look="text-muted transition-transform duration-200 group-open:rotate-90" />
      </summary>
      <Facts>
        <FigureFact name={t('pool.nodes')} value={figure(String(pool.nodes))} />
        <Fact
          name={<Explained word="weight">{t('pool.weights')}</Explained>}
          note={t('pool.baseNote', { count: pool.floorNodes, base: figure(String(pool.base)) })}
        >
          <span className="fig">{figure(String(pool.weights))}</span>
        </Fact>
        {signOf(pool.opening) > 0 && <AmountFact name={t('pool.opening')} value={pool.opening} currency="USDT" />}
        {signOf(pool.funded) > 0 && <AmountFact name={t('pool.funded')} value={pool.funded} currency="USDT" />}
        <Fact name={t('pool.mine')} note={pool.myNodes > 0 ? t('pool.mineNote', { count: pool.myNodes, weight: pool.myWeight }) : t('pool.mineNone')} strong>
          {pool.myNodes > 0 ? upTo : '—'}
        </Fact>
      </Facts>
      {pool.myNodes > 0 && <Ticks share={shareOf(String(pool.myWeight), String(pool.base))} />}
    </details>
  )
}
