import type { ReactNode } from 'react'

/** Tiles in columns, one below the other without a gap, as many as there is room for: a panel may stand beside them. */
export function Board({ children }: { children: ReactNode }) {
  return (
    <div className="@container mt-3">
      <div className="gap-4 @[46rem]:columns-2 @[78rem]:columns-3">{children}</div>
    </div>
  )
}

interface TileProps {
  title: string
  /** Beside the title: when it was read. */
  note?: ReactNode
  /** What its figures count. */
  hint?: string
  isWide?: boolean
  /** Somebody has to act. */
  isAlarm?: boolean
  children: ReactNode
}

/** One thing of a board. */
export function Tile({ title, note, hint, isWide, isAlarm, children }: TileProps) {
  return (
    // Padding, as a margin at a column's end is dropped.
    <div className={`break-inside-avoid pb-4 ${isWide ? '[column-span:all]' : ''}`}>
      <section className={`min-w-0 rounded-card border bg-raised p-4 ${isAlarm ? 'border-loss' : 'border-line'}`}>
        <header className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 className={`text-16 font-semibold ${isAlarm ? 'text-loss' : ''}`}>{title}</h2>
          {note && <div className="text-13 text-muted">{note}</div>}
        </header>
        {hint && <p className="mb-2 max-w-[70ch] text-13 text-muted">{hint}</p>}
        {children}
      </section>
    </div>
  )
}
