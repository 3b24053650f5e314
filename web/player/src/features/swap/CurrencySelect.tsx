interface CurrencySelectProps {
  label: string
  value: string
  choices: readonly string[]
  onChange: (currency: string) => void
  disabled: boolean
}

/** A currency; where there is no choice, its name. */
export function CurrencySelect({ label, value, choices, onChange, disabled }: CurrencySelectProps) {
  if (choices.length < 2) return <span className="flex min-h-11 items-center px-1 text-16 font-medium">{value}</span>
  return (
    <span className="relative inline-flex">
      <select
        aria-label={label}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        className="press min-h-11 appearance-none rounded-field border border-line bg-raised py-1 pr-8 pl-3 text-16 font-medium text-ink"
      >
        {choices.map((currency) => (
          <option key={currency} value={currency}>
            {currency}
          </option>
        ))}
      </select>
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted">
        <path d="M2 4l4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </span>
  )
}
