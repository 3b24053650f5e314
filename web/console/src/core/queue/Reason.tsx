import type { ReactNode } from 'react'

/** Why an item is in its queue: the first thing that a panel says. */
export function Reason({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="rounded-field border border-line bg-sunk p-3 text-15">
      <h3 className="font-semibold">{title}</h3>
      <p className="break-words">{children}</p>
    </div>
  )
}
