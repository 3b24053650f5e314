import type { HTMLInputAutoCompleteAttribute } from 'react'

interface TextFieldProps {
  id: string
  label: string
  value: string
  onChange: (value: string) => void
  /** What is wrong with it; null where nothing is. */
  problem: string | null
  /** What there is to know of it, while nothing is wrong. */
  note?: string
  autoComplete: HTMLInputAutoCompleteAttribute
  inputMode?: 'text' | 'tel'
  enterKeyHint?: 'done'
  lengthMax?: number
  /** More than one line. */
  rows?: number
}

/** A field for words, with what is wrong with them under it. */
export function TextField({ id, label, value, onChange, problem, note, autoComplete, inputMode = 'text', enterKeyHint, lengthMax, rows }: TextFieldProps) {
  const field = {
    id,
    value,
    autoComplete,
    inputMode,
    enterKeyHint,
    maxLength: lengthMax,
    'aria-invalid': problem ? (true as const) : undefined,
    'aria-describedby': problem ? `${id}-problem` : note ? `${id}-note` : undefined,
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
      {!problem && note && (
        <p id={`${id}-note`} className="mt-1 text-13 text-muted">
          {note}
        </p>
      )}
    </div>
  )
}
