import { Countdown } from '@kit/ui/Countdown'

interface CountdownToProps {
  /** What the countdown runs to, such as "Starts in". */
  label: string
  until: string
  /** Within a button or a link, whose name says the time instead and does not change each second, such as "Starts at 12:00". */
  spoken: string | null
}

/** A countdown with what it runs to. */
export function CountdownTo({ label, until, spoken }: CountdownToProps) {
  const shown = (
    <>
      {label} <Countdown until={until} />
    </>
  )
  if (spoken === null) return shown
  return (
    <>
      <span aria-hidden>{shown}</span>
      <span className="sr-only">{spoken}</span>
    </>
  )
}
