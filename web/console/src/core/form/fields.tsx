import { useId, type ReactNode } from 'react'

export const inputClass = 'mt-1 block min-h-11 w-full rounded-field border border-edge bg-raised px-3 py-2 text-15 text-ink'

interface FieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** What it means, or its bounds. */
  hint?: ReactNode
  /** What is wrong with it. */
  problem?: string | null | undefined
  lengthMax?: number
  /** More than one line. */
  rows?: number
  inputMode?: 'text' | 'numeric' | 'decimal'
  autoComplete?: 'off' | 'one-time-code'
  /** The language of its words, where it is not the reader's. */
  lang?: string
}

/** A field of a form, with what is wrong with it below. */
export function Field({ label, value, onChange, hint, problem, lengthMax = 500, rows, inputMode = 'text', autoComplete = 'off', lang }: FieldProps) {
  const id = useId()
  const field = {
    id,
    lang,
    value,
    inputMode,
    autoComplete,
    maxLength: lengthMax,
    'aria-invalid': problem ? (true as const) : undefined,
    'aria-describedby': `${id}-hint`,
    className: `${inputClass} ${problem ? 'border-loss' : ''}`,
  }
  return (
    <div>
      <label htmlFor={id} className="text-13 text-muted">
        {label}
      </label>
      {rows ? (
        <textarea {...field} rows={rows} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <input {...field} onChange={(event) => onChange(event.target.value)} />
      )}
      <p id={`${id}-hint`} role={problem ? 'alert' : undefined} className={`mt-1 text-13 empty:mt-0 ${problem ? 'text-loss' : 'text-muted'}`}>
        {problem ?? hint}
      </p>
    </div>
  )
}

interface RadioProps {
  name: string
  checked: boolean
  onChoose: () => void
  /** How high its line is. */
  height?: string
  children: ReactNode
}

/** One of several, all of them in sight. */
export function Radio({ name, checked, onChoose, height = 'min-h-11', children }: RadioProps) {
  return (
    <label className={`flex items-center gap-2 text-15 ${height}`}>
      <input type="radio" name={name} checked={checked} onChange={onChoose} className="size-4 accent-[var(--brass-ink)]" />
      {children}
    </label>
  )
}

interface ChoiceProps<V extends string> {
  label: string
  value: V
  /** With the language of the word, where it is another one. */
  values: readonly (readonly [value: V, word: string, lang?: string])[]
  onChange: (value: V) => void
}

/** One of some values. */
export function Choice<V extends string>({ label, value, values, onChange }: ChoiceProps<V>) {
  return (
    <label className="block text-13 text-muted">
      {label}
      <select
        value={value}
        onChange={({ target }) => {
          const chosen = values.find(([one]) => one === target.value)
          if (chosen) onChange(chosen[0])
        }}
        className={inputClass}
      >
        {values.map(([one, word, lang]) => (
          <option key={one} value={one} lang={lang}>
            {word}
          </option>
        ))}
      </select>
    </label>
  )
}
