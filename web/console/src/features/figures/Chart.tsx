import type { PointerEvent } from 'react'
import { shareOf } from '@kit/amount/compare'
import { signOf, type Decimal } from '@kit/amount/format'
import { formatDay } from '@kit/time/zone'
import { useLanguage } from '@kit/i18n/text'
import { dayAfterKey, type Point } from './decideFigures'

interface ChartProps {
  /** What a screen reader calls it. */
  label: string
  points: readonly Point[]
  greatest: Decimal
  /** What the top of the scale is, or that every day came to nothing. */
  top: string
  /** The day that is read, from the oldest on. */
  at: number
  /** The value of that day, in words. */
  said: string
  onRead: (at: number | null) => void
}

const width = 310
const height = 72
/** A bar is no wider than this, however few the days are. */
const barMax = 16

/** One bar a day between its first and its last date, under the top of its scale. The pointer, and the keys of an axis, read one day after the other. */
export function Chart({ label, points, greatest, top, at, said, onRead }: ChartProps) {
  const language = useLanguage()
  const step = width / Math.max(points.length, 1)
  const bar = Math.min(step * 0.7, barMax)
  const last = points.length - 1
  const ends = [points[0]?.day, last > 0 ? points[last]?.day : undefined]

  function point({ clientX, currentTarget }: PointerEvent<HTMLElement>): void {
    const { left, width: across } = currentTarget.getBoundingClientRect()
    onRead(Math.min(Math.max(Math.floor(((clientX - left) / across) * points.length), 0), last))
  }

  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at}
      aria-valuetext={said}
      className="touch-pan-y text-13 text-muted"
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => onRead(null)}
      onBlur={() => onRead(null)}
      onKeyDown={(event) => {
        const next = dayAfterKey(event.key, at, last)
        if (next === null) return
        event.preventDefault()
        onRead(next)
      }}
    >
      <p className="fig min-h-[1lh] border-b border-dashed border-line">{top}</p>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true" className="block h-18 w-full border-b border-edge">
        {points.map(({ day, value }, index) => {
          const tall = value === null ? 0 : shareOf(value, greatest) * height
          // What is small beside the greatest is still something.
          const drawn = value === null || signOf(value) === 0 ? 0 : Math.max(tall, 1)
          return (
            <rect
              key={day}
              x={index * step + (step - bar) / 2}
              y={height - drawn}
              width={bar}
              height={drawn}
              fill={index === at ? 'var(--brass)' : 'var(--azu)'}
            />
          )
        })}
      </svg>
      <p className="fig mt-1 flex justify-between gap-4">{ends.map((day) => day && <span key={day}>{formatDay(day, language)}</span>)}</p>
    </div>
  )
}
