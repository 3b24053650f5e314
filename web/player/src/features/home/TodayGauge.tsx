import { Suspense } from 'react'
import { Link } from '@core/frame/links'
import { late } from '@core/frame/late'
import { Gauge } from '@kit/art/Gauge'
import { Machine } from '@kit/art/Machine'
import type { Home } from '@kit/api/contract'
import { useLanguage, useText } from '@kit/i18n/text'
import { signOf } from '@kit/amount/format'
import { formatTime } from '@kit/time/zone'
import { Amount } from '@kit/ui/Amount'
import { Card } from '@kit/ui/Card'
import { Icon } from '@kit/ui/Icon'
import { useNow } from '@kit/time/useNow'
import { countOn, decideGauge } from './decideHome'

const TodayWorth = late(() => import('./BelowFold').then((module) => module.TodayWorth))

const tickMs = 1000

/** Whoever no machine has paid yet sees the one that will, and who has none that runs one that stands still. For others, today's output on the arc, counted on each second but for who prefers less motion, with the power and the rate it comes from. */
export function TodayGauge({ today: asked }: { today: Home['today'] }) {
  const t = useText('home')
  const language = useLanguage()
  const isCounted = asked.power > 0 && !matchMedia('(prefers-reduced-motion: reduce)').matches
  const nowMs = useNow(isCounted ? tickMs : null)
  const today = isCounted ? { ...asked, etld: countOn(asked, nowMs) } : asked
  const gauge = decideGauge(today)
  const { first } = today
  const isPictured = first !== null || (today.power <= 0 && signOf(today.etld) === 0)
  const isMoving = first?.waits === false
  return (
    <Card label={t(isPictured ? 'today.mine' : 'today.label')}>
      <div className={`mx-auto grid grid-cols-[minmax(0,1fr)] ${isPictured ? 'max-w-[10.5rem]' : 'max-w-[13.5rem]'}`}>
        <div className="[grid-area:1/1]">
          <Gauge share={gauge.share} />
        </div>
        <div className="self-end pt-[16%] text-center [grid-area:1/1]">
          {isPictured ? (
            <div className="mx-auto -mt-[12%] max-w-[52%]">
              <Machine size={first?.size ?? 'small'} seed={first?.minerNo ?? ''} isRunning={isMoving} isMoving={isMoving} />
            </div>
          ) : (
            <>
              <p className="mx-auto max-w-[62%] text-11 leading-tight text-muted">{t('today.label')}</p>
              <p className="text-[clamp(11px,11vw,1.75rem)] leading-tight font-semibold">
                <Amount value={gauge.state === 'unknown' ? null : today.etld} currency="ETLD" bare decimalsMin={4} decimalsMax={4} own />{' '}
                <span className="text-13 font-medium text-brass-ink">ETLD</span>
              </p>
            </>
          )}
        </div>
      </div>
      {isPictured ? (
        <p className="mb-2 text-center text-13 text-balance">
          {first
            ? t(first.waits ? 'today.waits' : 'today.first', { since: formatTime(first.startAt, language), due: formatTime(first.interestAt, language) })
            : t('today.none')}
        </p>
      ) : (
        <p className="mt-0.5 text-center text-11 text-muted">
          {gauge.state === 'unknown' ? t('product.unknown') : t('today.asOf', { time: formatTime(today.asOf, language) })}
        </p>
      )}
      {!isPictured && gauge.state !== 'unknown' && (
        <div className="-my-0.5 min-h-5 text-center">
          <Suspense fallback={null}>
            <TodayWorth amount={today.etld} currency="ETLD" own />
          </Suspense>
        </div>
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-4">
        {today.power > 0 && (
          <dl className="grid min-w-[min(100%,11rem)] flex-1 grid-cols-[repeat(auto-fit,minmax(5rem,1fr))] gap-3">
            <div>
              <dt className="text-13 text-muted">{t('today.power')}</dt>
              <dd className="text-16 font-semibold">
                <Amount value={String(today.power)} currency="T" />
              </dd>
            </div>
            <div>
              <dt className="text-13 text-muted">{t('today.rate')}</dt>
              <dd className="text-16 font-semibold">
                <Amount value={today.rate} decimalsMax={4} currency="ETLD" />
              </dd>
            </div>
          </dl>
        )}
        <Link
          to="/myMiner"
          className={`press inline-flex min-h-11 shrink-0 items-center gap-0.5 text-15 font-medium text-brass-ink ${today.power > 0 ? '' : 'mx-auto'}`}
        >
          {t('today.mine')}
          <Icon name="forward" size={18} />
        </Link>
      </div>
    </Card>
  )
}
