/** A ring of ticks that turns; decoration only, the words beside it say what is going on. */
export function Spinner({ size = 24 }: { size?: number }) {
  const ticks = 12
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden className="shrink-0">
      <g className="turning">
        {Array.from({ length: ticks }, (_, index) => (
          <line
            key={index}
            x1="12"
            y1="2.5"
            x2="12"
            y2="6.5"
            stroke="currentColor"
            strokeWidth="1.8"
            strokeLinecap="round"
            opacity={0.15 + (0.85 * index) / (ticks - 1)}
            transform={`rotate(${(360 / ticks) * index} 12 12)`}
          />
        ))}
      </g>
    </svg>
  )
}
