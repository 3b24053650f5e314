import type { ReactNode } from 'react'

/** What a status means for its owner: good, under way, over, bad. */
export type Tone = 'gain' | 'brass' | 'muted' | 'loss'

const tones: Record<Tone, string> = {
  gain: 'border-gain text-gain',
  brass: 'border-[var(--brass)] text-brass-ink',
  muted: 'border-edge text-muted',
  loss: 'border-loss text-loss',
}

/** A status in a word. Its colour never stands alone. */
export function StatusChip({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex max-w-full items-center rounded-chip border px-2 py-0.5 text-[clamp(11px,6vw,var(--text-13))] leading-snug break-words font-medium ${tones[tone]}`}
    >
      {children}
    </span>
  )
}
