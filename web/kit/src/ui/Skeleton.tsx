interface SkeletonProps {
  /** CSS sizes; they match what will stand here. */
  width?: string
  height?: string
  round?: boolean
}

/** A placeholder with the measures of what is coming. */
export function Skeleton({ width = '100%', height = '1em', round }: SkeletonProps) {
  return <span aria-hidden className="skeleton block max-w-full" style={{ width, height, borderRadius: round ? '999px' : undefined }} />
}
