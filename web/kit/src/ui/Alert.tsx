import type { ReactNode } from 'react'

interface AlertProps {
  /** `loss` for what went wrong, `plain` for what only has to be read. */
  tone?: 'loss' | 'plain'
  size?: 13 | 15
  /** In a frame, where it stands between other things. */
  framed?: boolean
  children: ReactNode
}

/** What has to be read now, said aloud as well. */
export function Alert({ tone = 'loss', size = 15, framed, children }: AlertProps) {
  const frame = framed ? `rounded-card border p-4 ${tone === 'loss' ? 'border-loss' : 'border-[var(--brass)]'}` : tone === 'loss' ? 'text-loss' : ''
  return (
    <p role="alert" className={`${size === 13 ? 'text-13' : 'text-15'} ${frame}`}>
      {children}
    </p>
  )
}
