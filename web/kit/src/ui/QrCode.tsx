import { encode } from 'uqr'

const border = 3
/** The share of the code's width that a mark covers. A code of level H is read with 30 % of its area gone. */
const markWidth = 0.4
const markHeight = 0.13

interface QrCodeProps {
  text: string
  /** What it holds, for those who cannot see it. */
  label: string
  /** A word across the middle that also stands on a picture of the code. */
  mark?: string | undefined
}

/** A QR code drawn here, dark on white in both themes, so that every camera reads it. */
export function QrCode({ text, label, mark }: QrCodeProps) {
  const { size, data } = encode(text, { ecc: mark ? 'H' : 'M', border })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={mark ? `${mark}: ${label}` : label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="block w-full rounded-field"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
      {mark && <Mark text={mark} size={size} />}
    </svg>
  )
}

function Mark({ text, size }: { text: string; size: number }) {
  const [width, height] = [size * markWidth, size * markHeight]
  return (
    <g shapeRendering="auto">
      <rect x={(size - width) / 2} y={(size - height) / 2} width={width} height={height} rx={height / 6} fill="#b3261e" stroke="#fff" strokeWidth={0.8} />
      <text x={size / 2} y={size / 2} fill="#fff" fontSize={height * 0.68} fontWeight={600} textAnchor="middle" dominantBaseline="central">
        {text}
      </text>
    </g>
  )
}
