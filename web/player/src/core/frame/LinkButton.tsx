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
  /** What is done beside going there, such as closing the sheet it stands in. */
  onPress?: () => void
  children: ReactNode
}

/** A link to another screen that looks like a button. */
export function LinkButton({ to, kind = 'plain', size, wide, label, onPress, children }: LinkButtonProps) {
  return (
    <Link to={to} onClick={onPress} aria-label={label} className={buttonClass({ kind, size, wide })}>
      {children}
    </Link>
  )
}
