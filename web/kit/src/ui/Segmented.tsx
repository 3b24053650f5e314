import { useId } from 'react'
import { Option } from './Option'
import { usePressed } from './usePressed'

interface SegmentedProps<Value extends string> {
  label: string
  value: Value
  of: readonly Value[]
  /** What each is called; by itself without it. */
  nameOf?: (value: Value) => string
  onChange: (value: Value) => void
}

/** A choice of a few: a radio group that looks like one control. */
export function Segmented<Value extends string>({ label, value, of, nameOf = String, onChange }: SegmentedProps<Value>) {
  const name = useId()
  const [pressed, press] = usePressed(value)
  return (
    <fieldset className="flex flex-wrap rounded-field border border-line bg-sunk p-1">
      <legend className="sr-only">{label}</legend>
      {of.map((one) => (
        <Option
          key={one}
          look="flex min-h-11 min-w-fit flex-1 items-center justify-center rounded-lg px-2 text-center text-15 leading-tight max-[340px]:px-1 max-[340px]:text-13 text-muted transition-colors duration-200 has-checked:bg-raised has-checked:font-semibold has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--line)]"
          name={name}
          value={one}
          checked={one === pressed}
          onChange={() => {
            press(one)
            onChange(one)
          }}
        >
          <span className="pointer-events-none relative">{nameOf(one)}</span>
        </Option>
      ))}
    </fieldset>
  )
}
