import type { ReactNode } from 'react'

/** What a text announces, behind it; a full-width colon holds its own space. */
export function Announced({ by, children }: { by: string; children: ReactNode }) {
  return (
    <>
      {by}
      {by.endsWith('：') ? '' : ' '}
      {children}
    </>
  )
}
