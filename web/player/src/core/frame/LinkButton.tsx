import type { ReactNode } from 'react'
import type { Place } from './places'
import { Link } from './links'
import { buttonClass, type ButtonKind } from '@kit/ui/Button'

interface LinkButtonProps {
  to: Place
  kind?: ButtonKind
  size?: 'normal' | 'small'
  wide?: boolean
  /** What it says to those who do not see what it stands beside. */
  label?: string
  children: ReactNode
}

/** A link to another screen that looks like a button. */
export function LinkButton({ to, kind = 'plain', size, wide, label, children }: LinkButtonProps) {
  return (
    <Link to={to} aria-label={label} className={buttonClass({ kind, size, wide })}>
      {children}
    </Link>
  )
}
