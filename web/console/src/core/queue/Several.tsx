import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useText } from '@kit/i18n/text'
import { Alert } from '@kit/ui/Alert'
import { Button } from '@kit/ui/Button'
import { readAnew } from '../api/answers'
import { runSeveral, type SeveralAct, type SeveralResult } from './runSeveral'

interface SeveralProps<R> {
  rows: readonly R[]
  keyOf: (row: R) => string
  nameOf: (row: R) => string
  acts: readonly SeveralAct<R>[]
  /** What a row's result says where it is done. */
  done: string
  /** What was not done stays selected. */
  onKept: (keys: string[]) => void
  /** What all of them have in common, to be filled in. */
  children?: ReactNode
}

/** Several at once: one after the other, with a result each. */
export function Several<R>({ rows, keyOf, nameOf, acts, done, onKept, children }: SeveralProps<R>) {
  const t = useText('console')
  const [results, setResults] = useState<readonly SeveralResult<R>[]>([])
  const [running, setRunning] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])

  async function run(one: SeveralAct<R>) {
    const { name, problem: missing = null } = one
    setProblem(missing)
    if (missing !== null || running !== null) return
    setRunning(name)
    const list = await runSeveral(rows, one, { unsigned: t('several.unsigned'), isLeft: () => isLeft.current, onResult: setResults })
    const done = new Set(list.flatMap(({ row, problem: why }) => (why === null ? [keyOf(row)] : [])))
    onKept(rows.map(keyOf).filter((key) => !done.has(key)))
    setRunning(null)
    await readAnew()
  }

  if (rows.length === 0 && results.length === 0) return null
  return (
    <section aria-label={t('several.title')} className="mt-3 rounded-field border border-line bg-raised p-3 text-15">
      <p>{t('several.selected', { count: rows.length })}</p>
      {rows.length > 0 && children && <div className="mt-2 grid gap-2 lg:grid-cols-2">{children}</div>}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {acts.map((one) => (
          <Button
            key={one.name}
            size="small"
            kind={one.isDanger ? 'danger' : 'plain'}
            disabled={rows.length === 0}
            busy={running === one.name}
            onClick={() => void run(one)}
          >
            {one.name}
          </Button>
        ))}
      </div>
      {problem && (
        <div className="mt-2">
          <Alert size={13}>{problem}</Alert>
        </div>
      )}
      <ul role="status" className="mt-2 text-13">
        {results.map(({ row, problem: why }) => (
          <li key={keyOf(row)} translate="no" className={why === null ? 'text-gain' : 'text-loss'}>
            {t('named', { name: nameOf(row), value: why ?? done })}
          </li>
        ))}
      </ul>
    </section>
  )
}
