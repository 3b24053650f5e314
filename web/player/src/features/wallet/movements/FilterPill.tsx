import { Icon } from '@kit/ui/Icon'

interface FilterPillProps {
  name: string
  value: string
  isSet: boolean
  onOpen: () => void
}

/** A filter and what it is set to; pressing it opens the choice. */
export function FilterPill({ name, value, isSet, onOpen }: FilterPillProps) {
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-haspopup="dialog"
      className={`press flex min-h-13 w-full items-center justify-between gap-2 rounded-field border bg-raised px-3 py-1.5 text-left ${isSet ? 'border-[var(--brass)]' : 'border-line'}`}
    >
      <span className="min-w-0">
        <span className="block text-11 text-muted">{name}</span>
        <span className="block text-15 leading-tight font-medium break-words">{value}</span>
      </span>
      <span className="rotate-90 text-muted">
        <Icon name="forward" size={16} />
      </span>
    </button>
  )
}
