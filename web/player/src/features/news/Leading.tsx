import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { targetOf } from './decideNews'

/** A link of an article: within the app, or to a host that is named. */
export function Leading({ href, children }: { href: string | null; children: ReactNode }) {
  const target = targetOf(href)
  const look = 'font-medium text-brass-ink underline underline-offset-4'
  if (target === null) return children
  if (target.kind === 'inside') {
    return (
      <Link to={target.to} className={look}>
        {children}
      </Link>
    )
  }
  // Words of a link say nothing about where it leads; the host does.
  return (
    <>
      <a href={target.href} target="_blank" rel="noopener noreferrer" className={look}>
        {children}
      </a>{' '}
      <span className="text-13 text-muted" translate="no">
        ({target.host})
      </span>
    </>
  )
}
