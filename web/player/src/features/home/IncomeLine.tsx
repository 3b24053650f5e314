import { useState } from 'react'
import { Link } from 'react-router'
import { Worth } from '@core/price/Worth'
import { sumOf } from '@kit/amount/compare'
import { signOf, type Decimal } from '@kit/amount/format'
import type { Home } from '@kit/api/contract'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Card } from '@kit/ui/Card'
import { Icon } from '@kit/ui/Icon'
import { Segmented } from '@kit/ui/Segmented'
import { useRecentIncome } from './api'
import { pathOf } from './decideLine'

const spans = ['7', '30'] as const
const box = { width: 300, height: 72, floor: 14 }

/** What came in lately as lines drawn from the journal, on the floor of the principal; nothing before the first machine. */
export function IncomeLine({ today }: { today: Home['today'] }) {
  const t = useText('calendar')
  const [span, setSpan] = useState<(typeof spans)[number]>('30')
  const { data } = useRecentIncome()
  if (!data) return null
  const days = data.days.slice(-Number(span))
  const [usdt, etld] = [days.map((day) => day.usdt), days.map((day) => day.etld)]
  if (signOf(data.principal) === 0 && data.days.every((day) => signOf(day.usdt) === 0 && signOf(day.etld) === 0)) return null
  return (
    <Card label={t('recent.title')}>
      <h2 className="text-16 font-semibold">{t('recent.title')}</h2>
      <div className="mt-2">
        <Segmented label={t('recent.span')} value={span} onChange={setSpan} options={spans.map((value) => ({ value, label: t(`recent.${value}`) }))} />
      </div>
      <dl className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3">
        <Sum name="USDT" hue="var(--gain)" value={sumOf(usdt)} />
        <Sum name="ETLD" hue="var(--brass)" value={sumOf(etld)} />
      </dl>
      <svg viewBox={`0 -2 ${box.width} ${box.height + box.floor + 2}`} preserveAspectRatio="none" className="mt-3 block h-24 w-full" aria-hidden>
        {(
          [
            [etld, 'var(--brass)'],
            [usdt, 'var(--gain)'],
          ] as const
        ).map(([of, hue]) => (
          <path
            key={hue}
            d={pathOf(of, box.width, box.height)}
            fill="none"
            stroke={hue}
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
            strokeLinejoin="round"
          />
        ))}
        {signOf(data.principal) > 0 && <rect x="0" y={box.height} width={box.width} height={box.floor} fill="var(--edge)" />}
      </svg>
      <p className="mt-1 text-13 text-muted">
        {t('recent.floor')} <Amount value={data.principal} currency="USDT" own />. {t('recent.scale')}
      </p>
      {today.power > 0 && today.rate !== null && (
        <div className="mt-2 text-15">
          {t('recent.output')} <Amount value={today.etld} currency="ETLD" decimalsMax={4} own />
          <Worth amount={today.etld} currency="ETLD" own />
        </div>
      )}
      <Link to="/myMiner?view=calendar" className="inline-flex min-h-11 items-center gap-1 text-15 font-medium text-brass-ink">
        {t('title')} <Icon name="forward" size={18} />
      </Link>
    </Card>
  )
}

/** What came in of one currency, with the colour of its line, and about what it is worth now. */
function Sum({ name, hue, value }: { name: string; hue: string; value: Decimal }) {
  return (
    <div className="min-w-0">
      <dt className="flex items-center gap-1.5 text-13 text-muted">
        <span aria-hidden className="inline-block size-2 rounded-full" style={{ background: hue }} /> {name}
      </dt>
      <dd className="text-18 font-semibold">
        <Amount value={value} bare currency={name} own />
      </dd>
      <dd className="font-normal">
        <Worth amount={value} currency={name} own />
      </dd>
    </div>
  )
}
