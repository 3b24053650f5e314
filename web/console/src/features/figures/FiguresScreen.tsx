import { Board, Tile } from '@console/frame/Board'
import { Screen } from '@console/frame/Screen'
import { Table } from '@console/records/Table'
import { useSold } from '@console/words/useSold'
import { useWords } from '@console/words/useWords'
import { signOf, type Decimal } from '@kit/amount/format'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Answer } from '@console/frame/Answer'
import { Skeleton } from '@kit/ui/Skeleton'
import { useState } from 'react'
import { Chart } from './Chart'
import { useAbout, useDays } from './api'
import { greatestOf, seriesOf, spanOf, type Series } from './decideFigures'

/** What each platform day came to, as charts; each says what it counts. */
export function FiguresScreen() {
  const t = useText('console-boards')
  const screens = useText('console')
  const { word } = useWords()
  const days = useDays()
  const counted = useAbout()
  const today = days.data?.list[0]
  const { nameOf, isKnown } = useSold(today?.sales ?? [])
  const about = counted.data?.list
  // What a figure counts stands above its chart, and what was sold has its name: all come at once.
  const isHeldBack = counted.isPending || !isKnown
  return (
    <Screen title={screens('screen.figures')} note={days.data && !isHeldBack && t('figures.days', { count: days.data.list.length })}>
      <Answer of={days} isHeldBack={isHeldBack} waiting={<Skeleton height="320px" />}>
        {({ list }) => (
          <Board>
            {today && today.sales.length > 0 && (
              <Tile title={t('figures.sales')}>
                <Table
                  rows={today.sales}
                  keyOf={({ id, currency }) => `${id} ${currency}`}
                  nameOf={(sale) => (
                    <>
                      <span translate="no">{nameOf(sale)}</span> <span className="block text-13 text-muted">{word(sale.kind)}</span>
                    </>
                  )}
                  shape={[
                    ['count', 'figure'],
                    ['amount', 'amount'],
                  ]}
                />
              </Tile>
            )}
            {today && (
              <Tile title={t('figures.game')} hint={[about?.find(({ figure }) => figure === 'game')?.counts, t('figures.band')].join(' ')}>
                <Table
                  rows={[today.game]}
                  keyOf={() => 'game'}
                  nameOf={() => word('game')}
                  shape={[
                    ['rounds', 'figure'],
                    ['actualReturn', 'percent'],
                    ['bandLow', 'percent'],
                    ['bandHigh', 'percent'],
                    ['voids', 'figure'],
                  ]}
                />
              </Tile>
            )}
            {seriesOf(list).map((series) => (
              <FigureTile
                key={`${series.name} ${series.currency ?? ''}`}
                series={series}
                hint={about?.find(({ figure }) => figure === series.about)?.counts ?? ''}
              />
            ))}
          </Board>
        )}
      </Answer>
    </Screen>
  )
}

interface FigureTileProps {
  series: Series
  /** What it counts. */
  hint: string
}

/** One figure over the days. The day that is read stands beside its name: the newest, until another one is pointed at. */
function FigureTile({ series, hint }: FigureTileProps) {
  const t = useText('console-boards')
  const { label } = useWords()
  const { money, figure, day } = useFigures()
  const [read, setRead] = useState<number | null>(null)
  const { name, currency, isTime, points } = series
  const at = Math.min(read ?? points.length - 1, points.length - 1)
  const point = points[at]
  const greatest = greatestOf(series)

  function say(value: Decimal | null): string {
    if (value === null) return t('figures.nonePaid')
    if (isTime) {
      const { unit, count, minutes } = spanOf(Number(value))
      return t(`span.${unit}`, { count, minutes })
    }
    return currency ? money(value, currency) : figure(value)
  }

  const said = point ? t('figures.ofDay', { day: day(point.day), value: say(point.value) }) : ''
  return (
    <Tile title={label(name)} note={<span className="fig">{said}</span>} hint={hint}>
      <Chart
        label={t('figures.byDay', { figure: label(name) })}
        points={points}
        greatest={greatest}
        top={signOf(greatest) === 0 ? t('figures.nothing') : t('figures.highest', { value: say(greatest) })}
        at={at}
        said={said}
        onRead={setRead}
      />
    </Tile>
  )
}
