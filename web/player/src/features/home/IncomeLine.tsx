import { useState } from 'react'
import { Link } from '@core/frame/links'
import { Worth } from '@core/price/Worth'
import { compareAmounts, sumOf } from '@kit/amount/compare'
import type { Decimal } from '@kit/amount/format'
import type { Data } from '@kit/api/contract'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Card } from '@kit/ui/Card'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { Icon } from '@kit/ui/Icon'
import { Segmented } from '@kit/ui/Segmented'
import { useRecentIncome } from './api'
import { pathOf } from './decideLine'
import { LinePlace, linePlace } from './LinePlace'

const spans = ['7', '30'] as const
const box = { width: 300, height: 72 }

/** What came in lately, in a place that is kept for it while it is asked for. */
export function IncomeLine() {
  const income = useRecentIncome()
  if (income.data) return <IncomeCard income={income.data} />
  return income.isError ? <ErrorRetry of={income} /> : <LinePlace />
}

/** What came in lately as lines drawn from the journal, on the floor of the principal. */
function IncomeCard({ income }: { income: Data<'/api/miner/recentIncome'> }) {
  const t = useText('home')
  const [span, setSpan] = useState<(typeof spans)[number]>('30')
  const days = income.days.slice(-Number(span))
  const [usdt, etld] = [days.map((day) => day.usdt), days.map((day) => day.etld)]
  return (
    <Card label={t('line.title')}>
      <div className={`flex h-full flex-col ${linePlace}`}>
        <div className="-mt-2 flex flex-wrap items-center justify-between gap-x-3">
          <h2 className="text-16 font-semibold">
            <Link to="/myMiner?view=calendar" className="press inline-flex min-h-11 items-center gap-0.5">
              {t('line.title')} <Icon name="forward" size={18} />
            </Link>
          </h2>
          <Segmented label={t('line.span')} value={span} onChange={setSpan} of={spans} nameOf={(one) => t(`line.days.${one}`)} />
        </div>
        <dl className="mt-1 grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-x-3">
          <Sum name="USDT" hue="var(--gain)" value={sumOf(usdt)} />
          <Sum name="ETLD" hue="var(--brass)" value={sumOf(etld)} />
        </dl>
        <svg viewBox={`0 -2 ${box.width} ${box.height + 2}`} preserveAspectRatio="none" className="mt-1 block min-h-10 w-full flex-1 basis-0" aria-hidden>
          {(
            [
              // The wider one lies below, so that lines that coincide are seen both.
              [etld, 'var(--brass)', 5],
              [usdt, 'var(--gain)', 2],
            ] as const
          ).map(([of, hue, width]) => (
            <path
              key={hue}
              d={pathOf(of, box.width, box.height)}
              fill="none"
              stroke={hue}
              strokeWidth={width}
              vectorEffect="non-scaling-stroke"
              strokeLinejoin="round"
            />
          ))}
        </svg>
        <p className="flex flex-wrap justify-between gap-x-3 border-t-2 border-edge bg-sunk px-2 py-0.5 text-13">
          <span className="text-muted">{t('line.floor')}</span> <Amount value={income.principal} currency="USDT" decimalsMax={2} own />
        </p>
        <p className="mt-1 text-11 text-muted">{t('line.scale')}</p>
      </div>
    </Card>
  )
}

/** What came in of one currency, with the colour of its line, and about what it is worth now. */
function Sum({ name, hue, value }: { name: string; hue: string; value: Decimal }) {
  return (
    <div className="min-w-0">
      <dt className="sr-only">{name}</dt>
      <dd className="flex items-center gap-1.5 text-16 font-semibold">
        <span aria-hidden className="inline-block size-2 shrink-0 rounded-full" style={{ background: hue }} />
        <Amount value={value} currency={name} decimalsMax={compareAmounts(value, '1') < 0 ? 4 : 2} own />
      </dd>
      <dd className="font-normal">
        <Worth amount={value} currency={name} own />
      </dd>
    </div>
  )
}
