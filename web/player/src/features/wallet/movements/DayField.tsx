import { useId } from 'react'

/** A calendar day of the platform's zone, by the device's own picker. */
export function DayField({ label, value, max, onChange }: { label: string; value: string; max: string; onChange: (day: string) => void }) {
  const id = useId()
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="block text-13 text-muted">
        {label}
      </label>
      <input
        id={id}
        type="date"
        value={value}
        max={max}
        onChange={(event) => onChange(event.target.value)}
        className="fig mt-1 min-h-12 w-full min-w-0 rounded-field border border-edge bg-raised px-3 text-16"
      />
    </div>
  )
}
