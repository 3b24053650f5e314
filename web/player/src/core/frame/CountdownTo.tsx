import { Countdown } from '@kit/ui/Countdown'
import { Time } from '@kit/ui/Time'

/** A countdown; `plain` within a button or a link, whose name says the time instead and does not change each second. */
export function CountdownTo({ until, plain }: { until: string; plain?: boolean | undefined }) {
  if (!plain) return <Countdown until={until} />
  return (
    <>
      <span aria-hidden>
        <Countdown until={until} />
      </span>
      <span className="sr-only">
        <Time at={until} plain />
      </span>
    </>
  )
}
