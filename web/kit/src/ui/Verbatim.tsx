import type { ReactNode } from 'react'

/** What is the same in every language, such as a number or a name: browsers leave it as it is. */
export function Verbatim({ look, children }: { look: string; children: ReactNode }) {
  return (
    <span className={look} translate="no">
      {children}
    </span>
  )
}
