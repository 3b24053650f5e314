import type { ReactNode } from 'react'

interface SwitchProps {
  isOn: boolean
  onChange: (isOn: boolean) => void
  children: ReactNode
}

/** Something that is on or off, with its name before it. */
export function Switch({ isOn, onChange, children }: SwitchProps) {
  return (
    <label className="flex min-h-13 cursor-pointer items-center gap-4">
      <span className="min-w-0 flex-1 text-15 break-words">{children}</span>
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        className="relative h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-full border border-edge bg-sunk transition-colors before:absolute before:top-[3px] before:left-[3px] before:size-5 before:rounded-full before:bg-muted before:transition-transform checked:border-[var(--brass)] checked:bg-brass checked:before:translate-x-5 checked:before:bg-on-brass"
      />
    </label>
  )
}
