const marks = 40

/** An engraved scale that fills from the left with a share from 0 to 1; the figure stands in the text beside it. */
export function Ticks({ share, tone = 'brass' }: { share: number; tone?: 'brass' | 'gain' | 'muted' }) {
  const bounded = Math.min(1, Math.max(0, share))
  const lit = bounded > 0 ? Math.max(1, Math.round(bounded * marks)) : 0
  const colour = { brass: 'var(--brass)', gain: 'var(--gain)', muted: 'var(--edge)' }[tone]
  return (
    <svg viewBox={`0 0 ${marks * 4} 10`} preserveAspectRatio="none" className="block h-2.5 w-full" aria-hidden>
      {Array.from({ length: marks }, (_, index) => (
        <line
          key={index}
          x1={index * 4 + 2}
          x2={index * 4 + 2}
          y1={index % 5 === 0 ? 0 : 3}
          y2="10"
          stroke={index < lit ? colour : 'var(--line)'}
          strokeWidth="1.6"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  )
}
