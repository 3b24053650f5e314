import { useId, type Ref } from 'react'
import { Icon } from './Icon'

interface SearchFieldProps {
  label: string
  /** What the button says that empties it. */
  clear: string
  lengthMax: number
  value: string
  onChange: (value: string) => void
  ref?: Ref<HTMLInputElement>
}

/** A field to look for something. */
export function SearchField({ label, clear, lengthMax, value, onChange, ref }: SearchFieldProps) {
  const id = useId()
  return (
    <div role="search" className="relative">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <input
        ref={ref}
        id={id}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={lengthMax}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-12 w-full rounded-field border border-edge bg-raised pr-12 pl-4 text-16 placeholder:text-muted [&::-webkit-search-cancel-button]:hidden"
      />
      {value !== '' && (
        <button
          type="button"
          aria-label={clear}
          onClick={() => onChange('')}
          className="press absolute inset-y-0 right-0.5 inline-flex w-11 items-center justify-center text-muted"
        >
          <Icon name="close" size={18} />
        </button>
      )}
    </div>
  )
}
