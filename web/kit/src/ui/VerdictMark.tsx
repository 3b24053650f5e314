const marks = {
  ok: { mark: '✔', tone: 'text-gain' },
  unread: { mark: '?', tone: 'text-brass-ink' },
  failed: { mark: '✘', tone: 'text-loss' },
  open: { mark: '–', tone: 'text-muted' },
} as const

/** What verifying came to: everything was looked up and fits, something was not looked up, something does not fit. */
export type Standing = 'ok' | 'unread' | 'failed'

/** What verifying came to, as a mark: beside the words that say it, or with a label where there is room for the mark alone. `open` does not apply. */
export function VerdictMark({ standing, label }: { standing: Standing | 'open'; label?: string }) {
  const { mark, tone } = marks[standing]
  return (
    <b {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })} className={tone}>
      {mark}
    </b>
  )
}
