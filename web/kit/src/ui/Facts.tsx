import type { ReactNode } from 'react'
import { Amount, type AmountProps } from './Amount'
import { Time, type TimeProps } from './Time'
import { breakable } from './breakable'

/** A list of names and figures, hairlines between; framed where it stands on its own. */
export function Facts({ framed, children }: { framed?: boolean; children: ReactNode }) {
  return <dl className={`divide-y divide-line ${framed ? 'rounded-card border border-line px-4' : ''}`}>{children}</dl>
}

interface FactProps {
  name: ReactNode
  /** A line under the name: where the figure comes from. */
  note?: ReactNode
  strong?: boolean
  children: ReactNode
}

/** One name and its figure; the figure goes to a line of its own where there is no room. */
export function Fact({ name, note, strong, children }: FactProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
      <dt className="min-w-0 text-15 text-muted">{name}</dt>
      <dd className={`ml-auto text-right ${breakable} ${strong ? 'text-18 font-semibold' : 'text-15'}`}>{children}</dd>
      {note && <dd className="w-full text-13 text-muted">{note}</dd>}
    </div>
  )
}

/** One name and the number behind it. */
export function FigureFact({ value, ...fact }: Omit<FactProps, 'children'> & { value: ReactNode }) {
  return (
    <Fact {...fact}>
      <span className="fig">{value}</span>
    </Fact>
  )
}

/** One name and the money behind it. */
export function AmountFact({ name, note, strong, ...amount }: Omit<FactProps, 'children'> & AmountProps) {
  return (
    <Fact name={name} note={note} strong={strong}>
      <Amount {...amount} />
    </Fact>
  )
}

/** One name and the time of it. */
export function TimeFact({ name, note, ...time }: Omit<FactProps, 'children' | 'strong'> & TimeProps) {
  return (
    <Fact name={name} note={note}>
      <Time {...time} />
    </Fact>
  )
}
