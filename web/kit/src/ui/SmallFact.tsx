import type { ReactNode } from 'react'

interface SmallFactProps {
  name: ReactNode
  /** A line under the figure. */
  note?: ReactNode
  children: ReactNode
}

/** A figure under its name, where several stand side by side in a list of names and figures. */
export function SmallFact({ name, note, children }: SmallFactProps) {
  return (
    <div className="min-w-0">
      <dt className="text-13 leading-snug break-words text-muted">{name}</dt>
      <dd className="fig text-16 font-semibold">{children}</dd>
      {note && <dd className="text-13 text-muted">{note}</dd>}
    </div>
  )
}
