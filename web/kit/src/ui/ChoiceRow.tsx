import { useEffect, useId, useRef } from 'react'
import { Option } from './Option'
import { usePressed } from './usePressed'

interface ChoiceRowProps<Value extends string> {
  /** What is chosen here, for those who do not see the row. */
  label: string
  of: readonly Value[]
  /** What each is called; by itself without it. */
  nameOf?: (value: Value) => string
  /** The word for all of them, which comes first and has the value null. */
  all: string
  value: Value | null
  onChange: (value: Value | null) => void
}

/** One of several, as a row of choices to be pushed sideways. */
export function ChoiceRow<Value extends string>({ label, of, nameOf = String, all, value, onChange }: ChoiceRowProps<Value>) {
  const name = useId()
  const [pressed, press] = usePressed(value)
  const row = useRef<HTMLDivElement>(null)
  const chosen = useRef<HTMLLabelElement>(null)
  useEffect(() => {
    if (row.current && chosen.current) pushIntoView(row.current, chosen.current)
  }, [value])
  return (
    <fieldset className="-mx-4 min-w-0">
      <legend className="sr-only">{label}</legend>
      <div ref={row} className="flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none]">
        {[null, ...of].map((one) => (
          <Option
            key={one ?? 'all'}
            ref={one === value ? chosen : undefined}
            look="flex min-h-11 shrink-0 items-center rounded-full border border-line px-4 text-15 whitespace-nowrap text-muted has-checked:border-brass-ink has-checked:bg-raised has-checked:font-semibold has-checked:text-ink"
            name={name}
            value={one ?? 'all'}
            checked={one === pressed}
            onChange={() => {
              press(one)
              onChange(one)
            }}
          >
            <span className="pointer-events-none relative">{one === null ? all : nameOf(one)}</span>
          </Option>
        ))}
      </div>
    </fieldset>
  )
}

const margin = 16

/** Pushes the row sideways as far as it takes; scrollIntoView would move the page as well. */
function pushIntoView(row: HTMLElement, chosen: HTMLElement): void {
  const view = row.getBoundingClientRect()
  const box = chosen.getBoundingClientRect()
  row.scrollLeft += Math.min(0, box.left - view.left - margin) + Math.max(0, box.right - view.right + margin)
}
