import type { Check } from '@kit/game/verify'
import { VerdictMark } from '@kit/ui/VerdictMark'
import { delayed } from './delayed'

/** The first is ticked off once it was said what the round came to. */
const firstMs = 2_300
const eachMs = 180

/** What was recomputed, ticked off one by one; the line above says what it came to. */
export function TickedChecks({ checks }: { checks: readonly Check[] | undefined }) {
  return (
    <div aria-hidden className="flex min-h-5 flex-wrap gap-2 text-15">
      {checks?.map(({ step, verdict }, index) => (
        <span key={step} className="ticked" style={delayed(firstMs + index * eachMs)}>
          <VerdictMark standing={verdict} />
        </span>
      ))}
    </div>
  )
}
