import { CopyButton } from './CopyButton'

interface CopiedProps {
  value: string
  /** What stands there, where that is not all of it. */
  shown?: string
  /** What it is, for screen readers. */
  what: string
}

/** A number or a hash at the end of a line, with the button that copies it. */
export function Copied({ value, shown = value, what }: CopiedProps) {
  return (
    <span className="-mr-3 inline-flex max-w-[calc(100%+.75rem)] min-w-0 items-center justify-end">
      <span className="fig min-w-0 break-all" translate="no">
        {shown}
      </span>
      <CopyButton value={value} what={what} />
    </span>
  )
}
