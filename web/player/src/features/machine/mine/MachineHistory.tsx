import { useText } from '@kit/i18n/text'
import { Time } from '@kit/ui/Time'
import type { HistoryStep } from '../contract'
import { isKnownCause } from './decideHistory'

/** Each change of the machine's status, newest first: when, why, and by whom. */
export function MachineHistory({ history }: { history: readonly HistoryStep[] }) {
  const t = useText('machine-mine')
  return (
    <ol className="flex flex-col">
      {history.map((step, index) => {
        const isLast = index === history.length - 1
        return (
          // Steps are only ever added.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${step.at}-${index}`} className="relative flex gap-4 pb-5 last:pb-0">
            {!isLast && <span aria-hidden className="absolute top-4 bottom-0 left-[5.5px] w-px bg-line" />}
            <span aria-hidden className={`mt-1.5 size-3 shrink-0 rounded-full border ${index === 0 ? 'border-[var(--brass)] bg-brass' : 'border-edge bg-canvas'}`} />
            <div className="min-w-0">
              <p className="text-15 font-semibold">{isKnownCause(step.cause) ? t(`cause.${step.cause}`) : step.cause}</p>
              {step.note && <p className="text-15">{step.note}</p>}
              <p className="text-13 text-muted">
                <Time at={step.at} as="second" /> · {t(`actor.${step.actor}`)}
              </p>
            </div>
          </li>
        )
      })}
    </ol>
  )
}
