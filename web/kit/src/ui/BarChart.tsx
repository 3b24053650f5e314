import { useId } from 'react'
import { Option } from './Option'

interface Bar {
  hue: string
  /** Its height as a share of the highest. */
  share: number
}

interface BarGroup {
  key: string
  /** What it says to those who do not see it: its time and its figures. */
  label: string
  /** What stands below it. */
  mark: string
  bars: readonly Bar[]
}

interface BarChartProps {
  groups: readonly BarGroup[]
  chosen: string
  onChoose: (key: string) => void
}

/** Figures of several days or months as bars, of which one is chosen; it stands in a fieldset that says what they are. */
export function BarChart({ groups, chosen, onChoose }: BarChartProps) {
  const name = useId()
  return (
    <div className="-mx-2 grid" style={{ gridTemplateColumns: `repeat(${groups.length}, minmax(0, 6.5rem))` }}>
      {groups.map(({ key, label, mark, bars }) => (
        <Option
          key={key}
          look="flex min-w-0 flex-col items-center gap-1.5 rounded-field px-0.5 pt-3 pb-1.5 text-muted has-checked:bg-sunk has-checked:text-ink"
          name={name}
          checked={key === chosen}
          onChange={() => onChoose(key)}
          aria-label={label}
        >
          <span aria-hidden className="pointer-events-none relative flex h-18 items-end gap-0.5">
            {bars.map(({ hue, share }) => (
              <span key={hue} className="relative block h-full w-1.5 rounded-full bg-line/60 tiny:w-1">
                <span
                  className="absolute inset-x-0 bottom-0 rounded-full"
                  style={{ height: `${share > 0 ? Math.max(4, share * 100) : 0}%`, background: hue }}
                />
              </span>
            ))}
          </span>
          <span aria-hidden className="fig pointer-events-none relative max-w-full overflow-hidden text-13 leading-none whitespace-nowrap">
            {mark}
          </span>
        </Option>
      ))}
    </div>
  )
}
