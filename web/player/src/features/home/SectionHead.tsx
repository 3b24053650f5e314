import type { ReactNode } from 'react'
import { Link } from '@core/frame/links'
import type { Place } from '@core/frame/places'

interface SectionHeadProps {
  title: string
  /** Where all of it is, and the words that say so. */
  to: Place
  children: ReactNode
}

/** The heading of a part of the front page, with the way to all of it. */
export function SectionHead({ title, to, children }: SectionHeadProps) {
  return (
    <div className="mb-1 flex flex-wrap items-center justify-between gap-x-4">
      <h2 className="text-18 font-semibold">{title}</h2>
      <Link to={to} className="press inline-flex min-h-11 items-center text-15 font-medium text-brass-ink">
        {children}
      </Link>
    </div>
  )
}
