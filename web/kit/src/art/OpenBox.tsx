/** A box whose lid is up; `game.css` moves the lid while it opens, or lets the whole box appear. */
export function OpenBox({ hue = 'var(--ame)', isFull }: { hue?: string; isFull: boolean }) {
  const mix = (other: string, share: number) => `color-mix(in oklab, ${hue}, ${other} ${share}%)`
  return (
    <svg viewBox="0 0 200 190" className="box-open h-full w-full overflow-visible" aria-hidden>
      <ellipse cx="100" cy="170" rx="78" ry="14" fill="var(--sunk)" />
      <polygon points="32,80 100,46 168,80 100,113" fill={isFull ? 'var(--top)' : mix('black', 55)} opacity={isFull ? 0.9 : 0.75} />
      {isFull && <polygon className="box-light" points="40,80 100,50 160,80 150,-6 50,-6" fill="var(--top)" opacity=".22" />}
      <polygon points="32,80 100,113 100,177 32,142" fill={mix('var(--canvas)', 42)} />
      <polygon points="168,80 100,113 100,177 168,142" fill={mix('var(--canvas)', 58)} />
      <polyline points="32,80 100,113 168,80" fill="none" stroke="var(--top)" strokeWidth="5" />
      <g className="box-lid">
        <polygon points="24,55 100,19 176,55 100,93" fill={mix('white', 14)} />
        <polygon points="24,55 100,93 100,105 28,71" fill={mix('var(--canvas)', 18)} />
        <polygon points="176,55 100,93 100,105 172,71" fill={mix('var(--canvas)', 34)} />
        <polygon points="85,55 100,47.5 115,55 100,62.5" fill="var(--top)" />
      </g>
    </svg>
  )
}
