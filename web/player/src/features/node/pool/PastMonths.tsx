import { StepButton } from '@kit/ui/StepButton'
import { useState } from 'react'
import { gemHue } from '@kit/art/Gem'
import { shareOf } from '@kit/amount/compare'
import type { Decimal } from '@kit/amount/format'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { BarChart } from '@kit/ui/BarChart'
import { Button } from '@kit/ui/Button'
import { Card } from '@kit/ui/Card'
import type { Pool } from '../contract'
import { levelNames, pastMonths, peakOf, type PastMonth } from './decidePool'

/** The pools of the past twelve months as bars; the chosen month's figures stand below, with the way to its statements. */
export function PastMonths({ pools, onOpen }: { pools: readonly Pool[]; onOpen: (month: string) => void }) {
  const t = useText('node')
  const months = pastMonths(pools)
  return (
    <Card label={t('pool.past.title')}>
      <h2 className="text-16 font-semibold">{t('pool.past.title')}</h2>
      {months.length > 0 ? <Chart months={months} onOpen={onOpen} /> : <p className="mt-1 text-15 text-muted">{t('pool.past.none')}</p>}
    </Card>
  )
}

function Chart({ months, onOpen }: { months: readonly PastMonth[]; onOpen: (month: string) => void }) {
  const t = useText('node')
  const { money, month: print } = useFigures()
  const [chosenMonth, choose] = useState<string | null>(null)
  const found = months.findIndex(({ month }) => month === chosenMonth)
  const place = found === -1 ? months.length - 1 : found
  const [before, chosen, after] = [months[place - 1], months[place], months[place + 1]]
  const peak = peakOf(months)
  const text = (pool: Decimal | undefined) => money(pool, 'USDT', { decimalsMax: 4 })
  if (!chosen) return null
  return (
    <>
      <fieldset className="mt-2 min-w-0">
        <legend className="sr-only">{t('pool.past.label')}</legend>
        <BarChart
          groups={months.map(({ month, pools }) => ({
            key: month,
            label: t('pool.past.column', { month: print(month), diamond: text(pools.diamond), star: text(pools.star), king: text(pools.king) }),
            mark: String(Number(month.slice(5))),
            bars: levelNames.map((level) => ({ hue: gemHue[level], share: shareOf(pools[level] ?? '0', peak) })),
          }))}
          chosen={chosen.month}
          onChoose={choose}
        />
      </fieldset>
      <div className="mt-3 flex items-center justify-between gap-2">
        <StepButton icon="back" label={t('pool.past.previous')} isOff={!before} onPress={() => before && choose(before.month)} />
        <h3 aria-live="polite" className="min-w-0 text-center text-15 font-semibold break-words first-letter:uppercase">
          {print(chosen.month)}
        </h3>
        <StepButton icon="forward" label={t('pool.past.next')} isOff={!after} onPress={() => after && choose(after.month)} />
      </div>
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
