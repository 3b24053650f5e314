import type { ReactNode } from 'react'

interface ColumnsProps {
  /** The list. */
  children: ReactNode
  /** What one of its rows is about, as a `Detail`; null while none is open. */
  detail: ReactNode
  /** Said in its place until one is. */
  hint: string
}

/** A list, and beside it from 900 px on what one of its rows is about, which stays in sight; below that the list alone. */
export function Columns({ children, detail, hint }: ColumnsProps) {
  return (
    <div className="beside">
      <div>{children}</div>
      <div className="sticky top-[calc(4rem+env(safe-area-inset-top))]">
        {detail ?? <p className="hidden rounded-card border border-dashed border-line px-6 py-16 text-center text-15 text-muted min-[900px]:block">{hint}</p>}
      </div>
    </div>
  )
}
