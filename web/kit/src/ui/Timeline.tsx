import type { ReactNode } from 'react'
import { Time } from './Time'

/** One step of something's way so far. */
interface TimelineStep {
  /** ISO-8601, UTC. */
  at: string
  title: string
  /** By whom it was done, where that is told. */
  actor?: string
  children?: ReactNode
}

/** The steps of something's way so far, the newest first. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <ol className="flex flex-col">
      {steps.map((step, index) => (
        // Steps are only ever added, in front.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={steps.length - index} className="relative flex gap-4 pb-5 last:pb-0">
          {index < steps.length - 1 && <span aria-hidden className="absolute top-4 bottom-0 left-[5.5px] w-px bg-line" />}
          <span
            aria-hidden
            className={`mt-1.5 size-3 shrink-0 rounded-full border ${index === 0 ? 'border-[var(--brass)] bg-brass' : 'border-edge bg-canvas'}`}
          />
          <div className="min-w-0">
            <p className="text-15 font-semibold">{step.title}</p>
            {step.children}
            <p className="text-13 text-muted">
              <Time at={step.at} as="second" />
              {step.actor && ` · ${step.actor}`}
            </p>
          </div>
        </li>
      ))}
    </ol>
  )
}
