import { Gem } from '@kit/art/Gem'
import { shareOf } from '@kit/amount/compare'
import { signOf } from '@kit/amount/format'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Card } from '@kit/ui/Card'
import { Fact, Facts } from '@kit/ui/Facts'
import { Ticks } from '@kit/ui/Ticks'
import type { Pool } from '../contract'

/** One level's pool in the open month, and what it would bring the user if the month closed now. */
export function PoolCard({ pool }: { pool: Pool }) {
  const t = useText('node-pool')
  const shared = useText('node')
  const { percent, money, figure } = useFigures()
  const name = shared(`level.${pool.level}`)
  return (
    <Card label={name}>
      <div className="flex items-center gap-3">
        <span aria-hidden className="block size-14 shrink-0">
          <Gem level={pool.level} />
        </span>
        <div className="min-w-0 flex-1">
          <h3 className="text-16 font-semibold">{name}</h3>
          <p className="text-13 text-muted">{pool.weightedDividend !== null && t('pool.rate', { rate: percent(pool.weightedDividend) })}</p>
        </div>
        <p className="text-right text-18 font-semibold">
          <Amount value={pool.pool} currency="USDT" decimalsMax={4} />
        </p>
      </div>
      <Facts>
        <Fact name={t('pool.nodes')}>
          <span className="fig">{figure(String(pool.nodes))}</span>
        </Fact>
        <Fact name={t('pool.weights')} note={t('pool.baseNote', { count: pool.floorNodes, base: pool.base })}>
          <span className="fig">{figure(String(pool.weights))}</span>
        </Fact>
        {signOf(pool.opening) > 0 && (
          <Fact name={t('pool.opening')}>
            <Amount value={pool.opening} currency="USDT" />
          </Fact>
        )}
        {signOf(pool.funded) > 0 && (
          <Fact name={t('pool.funded')}>
            <Amount value={pool.funded} currency="USDT" />
          </Fact>
        )}
        <Fact name={t('pool.mine')} note={pool.myNodes > 0 ? t('pool.mineNote', { count: pool.myNodes, weight: pool.myWeight }) : t('pool.mineNone')} strong>
          {pool.myNodes > 0 ? t('pool.upTo', { amount: money(pool.myAmount, 'USDT', { decimalsMax: 4 }) }) : '—'}
        </Fact>
      </Facts>
      {pool.myNodes > 0 && <Ticks share={shareOf(String(pool.myWeight), String(pool.base))} />}
    </Card>
  )
}
