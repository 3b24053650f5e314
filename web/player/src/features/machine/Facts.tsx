import type { ReactNode } from 'react'

/** A list of names and figures, hairlines between. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line">{children}</dl>
}

interface FactProps {
  name: string
  /** A line under the name: where the figure comes from. */
  note?: ReactNode
  strong?: boolean
  children: ReactNode
}

/** One name and its figure; the figure goes to a line of its own where there is no room. */
export function Fact({ name, note, strong, children }: FactProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
      <dt className="min-w-0 text-15 text-muted">{name}</dt>
      <dd className={`ml-auto min-w-0 text-right ${strong ? 'text-18 font-semibold' : 'text-15'}`}>{children}</dd>
      {note && <dd className="w-full text-13 text-muted">{note}</dd>}
    </div>
  )
}
