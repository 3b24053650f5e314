import type { ReactNode } from 'react'

interface CardProps {
  children: ReactNode
  /** `sunk` for panels that carry no action. */
  tone?: 'raised' | 'sunk' | 'canvas'
  label?: string
}

const tones = { raised: 'bg-raised', sunk: 'bg-sunk', canvas: 'bg-canvas' }

/** A calm surface with a hairline. */
export function Card({ children, tone = 'raised', label }: CardProps) {
  return (
    <section aria-label={label} className={`rounded-card border border-line ${tones[tone]} min-w-0 p-4 sm:p-5`}>
      {children}
    </section>
  )
}
