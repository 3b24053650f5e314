const marks = 48

/** An engraved arc that fills with a share from 0 to 1. The figure itself stands in the text inside it. */
export function Gauge({ share }: { share: number }) {
  const lit = Math.round(marks * Math.min(1, Math.max(0, share)))
  return (
    <svg viewBox="0 0 320 164" className="block w-full" aria-hidden>
      {Array.from({ length: marks + 1 }, (_, index) => {
        const turn = Math.PI * (1.03 - (1.06 * index) / marks)
        const isMajor = index % 8 === 0
        const inner = 150 - (isMajor ? 16 : 9)
        const isLit = lit > 0 && index <= lit
        return (
          <line
            key={index}
            x1={160 + Math.cos(turn) * 150}
            y1={158 - Math.sin(turn) * 150}
            x2={160 + Math.cos(turn) * inner}
            y2={158 - Math.sin(turn) * inner}
            stroke={isLit ? 'var(--brass)' : 'var(--line)'}
            strokeWidth={isMajor ? 2.4 : 1.5}
            strokeLinecap="round"
          />
        )
      })}
      <path d={`M${160 - 126} 158A126 126 0 0 1 ${160 + 126} 158`} fill="none" stroke="var(--line)" strokeWidth=".8" />
    </svg>
  )
}
