type GemLevel = 'diamond' | 'star' | 'king'

/** Each node level owns a mineral. */
export const gemHue: Record<GemLevel, string> = { diamond: 'var(--azu)', star: 'var(--mal)', king: 'var(--ame)' }

const corners = 8

function ring(reach: number, turn: number): [number, number][] {
  return Array.from({ length: corners }, (_, index) => {
    const angle = ((index + turn) / corners) * Math.PI * 2 - Math.PI / 2
    return [60 + Math.cos(angle) * reach, 66 + Math.sin(angle) * reach * 0.93]
  })
}

function list(...points: (readonly [number, number] | undefined)[]): string {
  return points.map((point) => (point ? `${point[0].toFixed(1)},${point[1].toFixed(1)}` : '')).join(' ')
}

// Light falls from the upper left; a facet's share of white follows its direction.
function light(index: number, strength: number): string {
  const angle = (index / corners) * Math.PI * 2 - Math.PI / 2
  const share = Math.round((Math.cos(angle + 2.2) * 0.5 + 0.5) * strength)
  return `color-mix(in oklab, var(--gem), white ${share}%)`
}

/** A faceted gem for a node level; the king's wears a crown. */
export function Gem({ level }: { level: GemLevel }) {
  const outer = ring(44, 0)
  const middle = ring(32, 0.5)
  const table = ring(17, 0)
  const shade = (index: number, strength: number) => light(index, strength).replaceAll('var(--gem)', gemHue[level])
  return (
    <svg viewBox="0 0 120 120" className="h-full w-full" aria-hidden>
      <polygon points={list(...outer)} fill={`color-mix(in oklab, ${gemHue[level]}, black 30%)`} />
      {outer.map((point, index) => (
        <g key={index} stroke="var(--canvas)" strokeOpacity=".25" strokeWidth=".6">
          <polygon points={list(point, outer[(index + 1) % corners], middle[index])} fill={shade(index + 0.5, 22)} />
          <polygon points={list(middle[(index + corners - 1) % corners], point, middle[index], table[index])} fill={shade(index, 42)} />
          <polygon points={list(table[index], middle[index], table[(index + 1) % corners])} fill={shade(index + 0.5, 62)} />
        </g>
      ))}
      <polygon points={list(...table)} fill={`color-mix(in oklab, ${gemHue[level]}, white 52%)`} />
      {level === 'star' && <path d="M60 55l3.4 7 7.7 1-5.6 5.4 1.4 7.6-6.9-3.7-6.9 3.7 1.4-7.6-5.6-5.4 7.7-1z" fill="var(--raised)" opacity=".85" />}
      {level === 'king' && (
        <path d="M36 24l5-16 10 10L60 2l9 16 10-10 5 16z" fill="var(--top)" stroke="var(--canvas)" strokeWidth="1.5" strokeLinejoin="round" />
      )}
    </svg>
  )
}
