const marks = { ok: { mark: '✔', tone: 'text-gain' }, unread: { mark: '?', tone: 'text-brass-ink' }, failed: { mark: '✘', tone: 'text-loss' } } as const

/** What verifying came to, as a mark beside the words that say it. */
export function VerdictMark({ standing }: { standing: keyof typeof marks }) {
  const { mark, tone } = marks[standing]
  return (
    <b aria-hidden className={tone}>
      {mark}
    </b>
  )
}
