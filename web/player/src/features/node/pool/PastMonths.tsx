import { useId, useState } from 'react'
import { gemHue } from '@kit/art/Gem'
import { shareOf } from '@kit/amount/compare'
import type { Decimal } from '@kit/amount/format'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Option } from '@kit/ui/Option'
import { Amount } from '@kit/ui/Amount'
import { Button } from '@kit/ui/Button'
import { Card } from '@kit/ui/Card'
import type { LevelName, Pool } from '../contract'
import { levelNames, pastMonths, peakOf, type PastMonth } from './decidePool'

/** The pools of the past twelve months as columns; the chosen month's figures stand below, with the way to its statements. */
export function PastMonths({ pools, onOpen }: { pools: readonly Pool[]; onOpen: (month: string) => void }) {
  const t = useText('node')
  const months = pastMonths(pools)
  return (
    <Card label={t('pool.past.title')}>
      <h2 className="text-16 font-semibold">{t('pool.past.title')}</h2>
      {months.length > 0 ? <Columns months={months} onOpen={onOpen} /> : <p className="mt-1 text-15 text-muted">{t('pool.past.none')}</p>}
    </Card>
  )
}

function Columns({ months, onOpen }: { months: readonly PastMonth[]; onOpen: (month: string) => void }) {
  const t = useText('node')
  const name = useId()
  const { money, month: print } = useFigures()
  const [chosenMonth, choose] = useState<string | null>(null)
  const chosen = months.find(({ month }) => month === chosenMonth) ?? months.at(-1)
  const peak = peakOf(months)
  const text = (pool: Decimal | undefined) => money(pool, 'USDT', { decimalsMax: 4 })
  if (!chosen) return null
  return (
    <>
      <fieldset className="mt-2 min-w-0">
        <legend className="sr-only">{t('pool.past.label')}</legend>
        <div className="-mx-2 grid" style={{ gridTemplateColumns: `repeat(${months.length}, minmax(0, 5rem))` }}>
          {months.map(({ month, pools }) => (
            <Option
              key={month}
              look="flex min-h-11 min-w-0 flex-col items-center gap-1.5 rounded-field px-0.5 pt-3 pb-1.5 text-muted has-checked:bg-sunk has-checked:text-ink"
              name={name}
              checked={month === chosen.month}
              onChange={() => choose(month)}
              aria-label={t('pool.past.column', { month: print(month), diamond: text(pools.diamond), star: text(pools.star), king: text(pools.king) })}
            >
              <span aria-hidden className="pointer-events-none relative flex h-18 items-end gap-0.5">
                {levelNames.map((level) => (
                  <Column key={level} share={shareOf(pools[level] ?? '0', peak)} level={level} />
                ))}
              </span>
              <span aria-hidden className="fig pointer-events-none relative max-w-full overflow-hidden text-13 leading-none whitespace-nowrap">
                {Number(month.slice(5))}
              </span>
            </Option>
          ))}
        </div>
      </fieldset>
      <h3 className="mt-3 text-15 font-semibold first-letter:uppercase">{print(chosen.month)}</h3>
      <dl className="mt-1 flex flex-col gap-1">
        {levelNames.map((level) => (
          <div key={level} className="flex flex-wrap items-baseline justify-between gap-x-4 text-15">
            <dt className="flex items-center gap-2 text-muted">
              <span aria-hidden className="inline-block size-2.5 rounded-full" style={{ background: gemHue[level] }} />
              {t(`level.${level}`)}
            </dt>
            <dd className="ml-auto">
              <Amount value={chosen.pools[level]} currency="USDT" decimalsMax={4} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 mb-3 text-13 text-muted">{t('pool.past.note')}</p>
      <Button wide onClick={() => onOpen(chosen.month)}>
        {t('pool.past.open', { month: print(chosen.month) })}
      </Button>
    </>
  )
}

function Column({ share, level }: { share: number; level: LevelName }) {
  return (
    <span className="relative block h-full w-1.5 rounded-full bg-line/60 max-[359px]:w-1">
      <span
        className="absolute inset-x-0 bottom-0 rounded-full"
        style={{ height: `${share > 0 ? Math.max(4, share * 100) : 0}%`, background: gemHue[level] }}
      />
    </span>
  )
}
