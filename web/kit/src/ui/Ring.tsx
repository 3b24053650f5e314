const circumference = 2 * Math.PI * 9

/** A small ring, lit from its top on by a share from 0 to 1; the figure stands in the text beside it. */
export function Ring({ share, tone = 'brass' }: { share: number; tone?: 'brass' | 'gain' }) {
  return (
    <svg viewBox="0 0 22 22" width="20" height="20" aria-hidden className="shrink-0 -rotate-90">
      <circle cx="11" cy="11" r="9" fill="none" stroke="var(--line)" strokeWidth="2.5" />
      <circle
        cx="11"
        cy="11"
        r="9"
        fill="none"
        stroke={tone === 'gain' ? 'var(--gain)' : 'var(--brass)'}
        strokeWidth="2.5"
        strokeDasharray={circumference}
        strokeDashoffset={circumference * (1 - share)}
      />
    </svg>
  )
}
