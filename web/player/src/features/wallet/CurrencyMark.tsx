import type { ReactNode } from 'react'

// Each currency owns a mineral; the glyph is engraved in it.
const marks: Record<string, { hue: string; glyph: ReactNode }> = {
  USDT: { hue: 'var(--mal)', glyph: <path d="M13 14h14M20 14v14M13.5 19.5c4 1.8 9 1.8 13 0" /> },
  ETLD: { hue: 'var(--top)', glyph: <path d="M26 13H14.5v14H26M14.5 20H24" /> },
  ETH: { hue: 'var(--azu)', glyph: <path d="M20 10l6.5 10.5L20 24.5l-6.5-4zM13.5 23.5L20 30l6.5-6.5" /> },
  GP: { hue: 'var(--ame)', glyph: <path d="M20 11l8 4.5v9L20 29l-8-4.5v-9zM12 15.5l8 4.5 8-4.5M20 20v9" /> },
}

/** A currency's token: a hexagonal coin with its glyph. Decoration, the name stands beside it. */
export function CurrencyMark({ currency, size = 40 }: { currency: string; size?: number }) {
  const { hue, glyph } = marks[currency] ?? { hue: 'var(--edge)', glyph: <circle cx="20" cy="20" r="6" /> }
  return (
    <svg viewBox="0 0 40 40" width={size} height={size} aria-hidden className="shrink-0">
      <path
        d="M20 1.5l16 9.25v18.5L20 38.5 4 29.25v-18.5z"
        fill={`color-mix(in oklab, ${hue}, var(--raised) 78%)`}
        stroke={hue}
        strokeWidth="1.4"
        strokeLinejoin="round"
      />
      <g fill="none" stroke="var(--ink)" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        {glyph}
      </g>
    </svg>
  )
}
