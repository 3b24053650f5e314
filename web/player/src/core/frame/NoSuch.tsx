import { EmptyState } from '@kit/ui/EmptyState'
import type { ReactNode } from 'react'
import { LinkButton } from './LinkButton'
import type { Place } from './places'

interface NoSuchProps {
  title: string
  hint: string
  art: ReactNode
  /** Where all of its kind are, and the words that say so. */
  to: Place
  open: string
}

/** Stands where the address names nothing that there is. */
export function NoSuch({ to, open, ...words }: NoSuchProps) {
  const way = (
    <LinkButton to={to} size="small">
      {open}
    </LinkButton>
  )
  return <EmptyState {...words} action={way} />
}
