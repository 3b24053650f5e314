import { encode } from 'uqr'

const border = 3

interface QrCodeProps {
  text: string
  /** What it holds, for those who cannot see it. */
  label: string
}

/** A QR code drawn here, dark on white in both themes, so that every camera reads it. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, data } = encode(text, { ecc: 'M', border })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" className="block w-full rounded-field">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
