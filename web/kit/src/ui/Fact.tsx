import type { ReactNode } from 'react'
import { breakable } from './breakable'

/** One name and its figure; the figure goes to a line of its own where there is no room. */
export function Fact({ name, strong, children }: { name: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
      <dt className="min-w-0 text-15 text-muted">{name}</dt>
      <dd className={`ml-auto text-right ${breakable} ${strong ? 'text-18 font-semibold' : 'text-15'}`}>{children}</dd>
    </div>
  )
}
