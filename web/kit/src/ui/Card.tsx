import type { ReactNode } from 'react'

interface CardProps {
  children: ReactNode
  /** `sunk` for panels that carry no action. */
  tone?: 'raised' | 'sunk' | 'canvas'
  padded?: boolean
  label?: string
}

const tones = { raised: 'bg-raised', sunk: 'bg-sunk', canvas: 'bg-canvas' }

/** A calm surface with a hairline. */
export function Card({ children, tone = 'raised', padded = true, label }: CardProps) {
  return (
    <section aria-label={label} className={`rounded-card border border-line ${tones[tone]} ${padded ? 'p-4 sm:p-5' : ''} min-w-0`}>
      {children}
    </section>
  )
}
