/** The product's mark: a hexagon with an engraved scale around it, which turns while something is going on. */
export function Mark({ isTurning }: { isTurning: boolean }) {
  const ticks = 48
  return (
    <svg viewBox="0 0 120 120" width="132" height="132" aria-hidden>
      <g className={isTurning ? 'turning' : ''} style={{ animationDuration: '6s' }}>
        {Array.from({ length: ticks }, (_, index) => (
          <line
            key={index}
            x1="60"
            y1="4"
            x2="60"
            y2={index % 8 === 0 ? 14 : 10}
            stroke={index < ticks / 3 ? 'var(--brass)' : 'var(--line)'}
            strokeWidth={index % 8 === 0 ? 2.2 : 1.5}
            strokeLinecap="round"
            transform={`rotate(${(360 / ticks) * index} 60 60)`}
          />
        ))}
      </g>
      <path d="M60 26 89.4 43v34L60 94 30.6 77V43z" fill="var(--raised)" stroke="var(--brass)" strokeWidth="2.5" strokeLinejoin="round" />
      <path d="M49 49h22M49 60h16M49 71h22" stroke="var(--ink)" strokeWidth="5" strokeLinecap="round" fill="none" />
    </svg>
  )
}
