import { lazy, Suspense } from 'react'
import { loadTexts } from '@kit/i18n/text'
import { Decided } from '../decide/Decided'
import { mayCall } from '../session/roles'
import { useMe } from '../session/store'
import type { Trailed } from './TrailLines'

const TrailLines = lazy(async () => {
  const [lines] = await Promise.all([import('./TrailLines'), loadTexts(['console-boards', 'console-acts', 'console-waiting', 'console-words'])])
  return { default: lines.TrailLines }
})

/** What the audit log says of a record, each line with the way to its entry; who may not read the log sees what was decided about it. */
export function AuditTrail(props: Trailed) {
  const isReader = mayCall(useMe(), 'audit/list')
  if (!isReader) return 'about' in props.of && <Decided about={props.of.about} frame={props.frame} />
  return (
    <Suspense>
      <TrailLines {...props} />
    </Suspense>
  )
}
