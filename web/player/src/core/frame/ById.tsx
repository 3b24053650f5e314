import { Fragment, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'

const idPattern = /^[0-9A-Za-z]{6,26}$/

/** What the address names by its `id`, or what stands where it names nothing. What another id shows begins anew. */
export function ById({ none, children }: { none: ReactNode; children: (id: string) => ReactNode }) {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  return idPattern.test(id) ? <Fragment key={id}>{children(id)}</Fragment> : none
}
