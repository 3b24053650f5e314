import type { HTMLInputAutoCompleteAttribute } from 'react'

interface TextFieldProps {
  id: string
  label: string
  value: string
  onChange: (value: string) => void
  /** What is wrong with it; null where nothing is. */
  problem: string | null
  autoComplete: HTMLInputAutoCompleteAttribute
  inputMode?: 'text' | 'tel'
  lengthMax: number
  /** More than one line. */
  rows?: number
}

/** A field for words, with what is wrong with them under it. */
export function TextField({ id, label, value, onChange, problem, autoComplete, inputMode = 'text', lengthMax, rows }: TextFieldProps) {
  const field = {
    id,
    value,
    autoComplete,
    inputMode,
    maxLength: lengthMax,
    'aria-invalid': problem ? (true as const) : undefined,
    'aria-describedby': problem ? `${id}-problem` : undefined,
    className: `mt-1 min-h-12 w-full rounded-field border bg-raised px-3 py-2.5 text-16 ${problem ? 'border-loss' : 'border-edge'}`,
  }
  return (
    <div>
      <label htmlFor={id} className="block text-13 text-muted">
        {label}
      </label>
      {rows ? (
        <textarea {...field} rows={rows} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <input {...field} onChange={(event) => onChange(event.target.value)} />
      )}
      {problem && (
        <p id={`${id}-problem`} role="alert" className="mt-1 text-13 text-loss">
          {problem}
        </p>
      )}
    </div>
  )
}
