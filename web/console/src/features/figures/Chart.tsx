import { useId } from 'react'
import { shareOf } from '@kit/amount/compare'
import { formatAmount, type Decimal } from '@kit/amount/format'
import { formatDay } from '@kit/time/zone'
import { useLanguage } from '@kit/i18n/text'
import { daysShown } from './decideFigures'

interface ChartProps {
  points: readonly { day: string; value: Decimal }[]
  greatest: Decimal
}

const width = 310
const height = 72

/** One bar a day, the oldest at the left; each says its day and figure. */
export function Chart({ points, greatest }: ChartProps) {
  const language = useLanguage()
  const titleId = useId()
  const step = width / Math.max(points.length, daysShown)
  const last = points.at(-1)
  const said = (point: { day: string; value: Decimal }) => `${formatDay(point.day, language)}: ${formatAmount(point.value, language)}`
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={titleId} className="block w-full">
      <title id={titleId}>{last ? said(last) : ''}</title>
      <line x1="0" y1={height - 0.5} x2={width} y2={height - 0.5} stroke="var(--line)" />
      {points.map((point, at) => {
        const tall = shareOf(point.value, greatest) * (height - 4)
        return (
          <rect
            key={point.day}
            x={at * step + 1}
            y={height - Math.max(tall, 0)}
            width={Math.max(step - 2, 1)}
            height={Math.max(tall, 0)}
            fill={at === points.length - 1 ? 'var(--brass)' : 'var(--azu)'}
          >
            <title>{said(point)}</title>
          </rect>
        )
      })}
    </svg>
  )
}
