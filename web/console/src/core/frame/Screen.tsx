import type { ReactNode } from 'react'

interface ScreenProps {
  title: string
  /** Beside the title: how many wait, how old the oldest is. */
  note?: ReactNode
  /** At the right of the title: what one can do here, or which keys there are. */
  right?: ReactNode
  /** What stands beside the list. */
  panel?: ReactNode
  children: ReactNode
}

/** A screen: its title, what it shows, and a panel beside it. */
export function Screen({ title, note, right, panel, children }: ScreenProps) {
  return (
    <div className="flex min-w-0 flex-1">
      <main className="min-w-0 flex-1 px-4 py-5 md:px-6">
        <header className="mb-2 flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <h1 className="text-20 font-semibold">{title}</h1>
          {note && <p className="text-15 text-muted">{note}</p>}
          {right && <div className="ml-auto">{right}</div>}
        </header>
        {children}
      </main>
      {panel}
    </div>
  )
}
