import { useState } from 'react'
import { useFigures } from '@kit/amount/useFigures'
import { signOf, type Decimal } from '@kit/amount/format'
import { useText } from '@kit/i18n/text'
import { Tile } from '@console/frame/Board'
import { useWords } from '@console/words/useWords'
import { Chart } from './Chart'
import { greatestOf, spanOf, type Series } from './decideFigures'

interface FigureTileProps {
  series: Series
  /** What it counts. */
  hint: string
}

/** One figure over the days. The day that is read stands beside its name: the newest, until another one is pointed at. */
export function FigureTile({ series, hint }: FigureTileProps) {
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
