import { useState } from 'react'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import type { Column } from './decideTeam'

/** What each of the last days brought; a finger or the arrow keys choose the day whose figure stands above. */
export function DayChart({ columns, currency }: { columns: readonly Column[]; currency: string }) {
  const t = useText('team')
  const { day, owned } = useFigures()
  const [place, setPlace] = useState(columns.length - 1)
  const chosen = columns[place]
  if (!chosen) return null
  const words = t('chart.day', { day: day(chosen.day), amount: owned(chosen.amount, currency) })
  return (
    <div>
      <p aria-hidden className="fig text-15">
        {words}
      </p>
      <div className="relative mt-2 rounded-chip has-focus-visible:outline-2 has-focus-visible:outline-brass-ink">
        <div aria-hidden className="grid h-24 items-end border-b border-line" style={{ gridTemplateColumns: `repeat(${columns.length}, minmax(0, 1fr))` }}>
          {columns.map((column) => (
            <span
              key={column.day}
              className="mx-px rounded-t-[3px]"
              style={{
                height: column.height === 0 ? '2px' : `max(4px, ${column.height * 100}%)`,
                background: column === chosen ? 'var(--brass)' : column.height === 0 ? 'var(--line)' : 'color-mix(in oklab, var(--brass) 45%, var(--line))',
              }}
            />
          ))}
        </div>
        <input
          type="range"
          min={0}
          max={columns.length - 1}
          value={place}
          onChange={(event) => setPlace(Number(event.target.value))}
          aria-label={t('chart.label', { days: columns.length })}
          aria-valuetext={words}
          // The thumb is as wide as a column, so that a press chooses the one under the finger.
          className="absolute inset-0 size-full cursor-pointer touch-pan-y appearance-none opacity-0 [&::-webkit-slider-thumb]:h-24 [&::-webkit-slider-thumb]:w-[3.33%] [&::-webkit-slider-thumb]:appearance-none"
        />
      </div>
      <p aria-hidden className="mt-1 flex justify-between gap-3 text-13 text-muted">
        <span>{day(columns[0]?.day ?? chosen.day)}</span>
        <span>{day(columns.at(-1)?.day ?? chosen.day)}</span>
      </p>
    </div>
  )
}
