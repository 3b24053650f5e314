import type { ReactNode } from 'react'
import { breakable } from './breakable'

interface FactProps {
  name: string
  strong?: boolean
  /** The figure always has a line of its own, so that nothing moves when it comes. */
  stacked?: boolean
  children: ReactNode
}

/** One name and its figure; the figure goes to a line of its own where there is no room. */
export function Fact({ name, strong, stacked, children }: FactProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
      <dt className="min-w-0 text-15 text-muted">{name}</dt>
      <dd className={`ml-auto text-right ${breakable} ${stacked ? 'basis-full' : ''} ${strong ? 'text-18 font-semibold' : 'text-15'}`}>{children}</dd>
    </div>
  )
}
