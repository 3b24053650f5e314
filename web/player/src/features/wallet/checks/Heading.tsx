import type { ReactNode } from 'react'
import { VerdictMark, type Standing } from '@kit/ui/VerdictMark'

/** What a part of the page is about, with what came of it. */
export function Heading({ standing, children }: { standing: Standing | null; children: ReactNode }) {
  return (
    <h2 className="flex items-baseline gap-2 text-16 font-semibold">
      {standing && <VerdictMark standing={standing} />}
      {children}
    </h2>
  )
}
