interface StrokesProps {
  path: string
  size?: number
  /** How thick the lines are, on a field of 24. */
  width?: number
  look?: string
}

/** Lines in the colour of the text: what icons and signs are drawn with. Decoration, its meaning is in the words. */
export function Strokes({ path, size = 22, width = 1.6, look = '' }: StrokesProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={width}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      className={`shrink-0 ${look}`}
    >
      <path d={path} />
    </svg>
  )
}
