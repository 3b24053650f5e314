/** A folded box with a glowing seam. */
export function Box({ hue = 'var(--ame)' }: { hue?: string }) {
  const mix = (other: string, share: number) => `color-mix(in oklab, ${hue}, ${other} ${share}%)`
  return (
    <svg viewBox="0 0 200 190" className="h-full w-full" aria-hidden>
      <ellipse cx="100" cy="170" rx="78" ry="14" fill="var(--sunk)" />
      <polygon points="32,80 100,113 100,177 32,142" fill={mix('var(--canvas)', 42)} />
      <polygon points="168,80 100,113 100,177 168,142" fill={mix('var(--canvas)', 58)} />
      <g className="seam">
        <polygon points="28,72 100,106 172,72 169,82 100,115 31,82" fill="var(--top)" />
      </g>
      <polygon points="24,55 100,19 176,55 100,93" fill={mix('white', 14)} />
      <polygon points="24,55 100,93 100,105 28,71" fill={mix('var(--canvas)', 18)} />
      <polygon points="176,55 100,93 100,105 172,71" fill={mix('var(--canvas)', 34)} />
      <path d="M62 37 138 74M138 37 62 74" stroke="var(--canvas)" strokeOpacity=".16" strokeWidth="1.2" />
      <polygon points="85,55 100,47.5 115,55 100,62.5" fill="var(--top)" />
    </svg>
  )
}
