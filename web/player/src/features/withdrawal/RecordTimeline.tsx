import { useText } from '@kit/i18n/text'
import { maskId } from '@kit/ui/MaskedId'
import { Time } from '@kit/ui/Time'
import type { TimelineStep } from './contract'

/** Each step of a withdrawal so far, newest first: what, when and by whom. */
export function RecordTimeline({ timeline }: { timeline: readonly TimelineStep[] }) {
  const t = useText('withdrawal-record')
  const newestFirst = timeline.toReversed()
  return (
    <ol className="flex flex-col">
      {newestFirst.map((step, index) => (
        // Steps are only ever added.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${step.at}-${step.code}-${index}`} className="relative flex gap-4 pb-5 last:pb-0">
          {index < newestFirst.length - 1 && <span aria-hidden className="absolute top-4 bottom-0 left-[5.5px] w-px bg-line" />}
          <span aria-hidden className={`mt-1.5 size-3 shrink-0 rounded-full border ${index === 0 ? 'border-[var(--brass)] bg-brass' : 'border-edge bg-canvas'}`} />
          <div className="min-w-0">
            <p className="text-15 font-semibold">{step.text}</p>
            <p className="text-13 text-muted">
              <Time at={step.at} as="second" /> · {t(`actor.${step.actor}`)}
            </p>
            {step.txHash && (
              <p className="fig text-13 text-muted" translate="no">
                {maskId(step.txHash)}
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}
