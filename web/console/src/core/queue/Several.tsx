import { useState, type ReactNode } from 'react'
import { useText } from '@kit/i18n/text'
import { Alert } from '@kit/ui/Alert'
import { Button } from '@kit/ui/Button'
import { readAnew } from '../api/answers'

/** One thing that can be done with each of the rows. */
interface SeveralAct<R> {
  name: string
  isDanger?: boolean
  /** What is missing before it can be done, in words; null where nothing is. */
  problem?: string | null
  /** Does it with one row: null where it is done, else why not, in words. */
  act: (row: R) => Promise<string | null>
}

interface SeveralProps<R> {
  rows: readonly R[]
  keyOf: (row: R) => string
  nameOf: (row: R) => string
  acts: readonly SeveralAct<R>[]
  /** What a row's result says where it is done. */
  done: string
  /** What failed stays selected. */
  onKept: (keys: string[]) => void
  /** What all of them have in common, to be filled in. */
  children?: ReactNode
}

interface Result {
  key: string
  name: string
  problem: string | null
}

/** Several at once: one after the other, with a result each. */
export function Several<R>({ rows, keyOf, nameOf, acts, done, onKept, children }: SeveralProps<R>) {
  const t = useText('console')
  const [results, setResults] = useState<Result[]>([])
  const [running, setRunning] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function run({ name, act, problem: missing = null }: SeveralAct<R>) {
    setProblem(missing)
    if (missing !== null || running !== null) return
    setRunning(name)
    const list: Result[] = []
    for (const row of rows) {
      list.push({ key: keyOf(row), name: nameOf(row), problem: await act(row) })
      setResults([...list])
    }
    onKept(list.flatMap(({ key, problem: why }) => (why === null ? [] : [key])))
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
        {results.map(({ key, name, problem: why }) => (
          <li key={key} translate="no" className={why === null ? 'text-gain' : 'text-loss'}>
            {t('named', { name, value: why ?? done })}
          </li>
        ))}
      </ul>
    </section>
  )
}
