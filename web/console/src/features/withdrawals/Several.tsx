import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { readAnew } from '@console/api/answers'
import type { Proposal } from '@console/contract/contract'
import { approve, wordsOf } from '@console/decide/approve'
import { useMe } from '@console/session/store'
import type { Withdrawal } from './contract'
import { barOf } from './decideWithdrawals'

interface Result {
  withdrawNo: string
  user: string
  /** Null where it was approved. */
  problem: string | null
}

interface SeveralProps {
  rows: readonly Withdrawal[]
  reviewOf: (row: Withdrawal) => Proposal | undefined
  /** What failed stays selected. */
  onKept: (withdrawNos: string[]) => void
}

/** Several at once: one signature and one result each. */
export function Several({ rows, reviewOf, onKept }: SeveralProps) {
  const t = useText('console-withdrawals')
  const me = useMe()
  const [results, setResults] = useState<Result[]>([])
  const [isRunning, setIsRunning] = useState(false)

  async function approveOne(row: Withdrawal): Promise<Result> {
    const { withdrawNo, user } = row
    const review = reviewOf(row)
    const bar = barOf(row, review, me)
    if (bar !== null || !review) return { withdrawNo, user, problem: t(`bar.${bar ?? 'opening'}`) }
    try {
      await approve(review, me)
      return { withdrawNo, user, problem: null }
    } catch (fault) {
      return { withdrawNo, user, problem: wordsOf(fault) ?? t('several.unsigned') }
    }
  }

  async function approveAll() {
    setIsRunning(true)
    const done: Result[] = []
    for (const row of rows) {
      done.push(await approveOne(row))
      setResults([...done])
    }
    onKept(done.flatMap(({ withdrawNo, problem }) => (problem === null ? [] : [withdrawNo])))
    setIsRunning(false)
    await readAnew()
  }

  if (rows.length === 0 && results.length === 0) return <p className="mt-3 text-13 text-muted">{t('several.hint')}</p>
  return (
    <section aria-label={t('several.title')} className="mt-3 rounded-field border border-line bg-raised p-3 text-15">
      <div className="flex flex-wrap items-center gap-3">
        <p>{t('several.selected', { count: rows.length })}</p>
        <Button size="small" disabled={rows.length === 0} busy={isRunning} onClick={() => void approveAll()}>
          {t('several.approve')}
        </Button>
      </div>
      <ul role="status" className="mt-2 text-13">
        {results.map(({ withdrawNo, user, problem }) => (
          <li key={withdrawNo} className={problem === null ? 'text-gain' : 'text-loss'}>
            <span translate="no">{user}</span>: {problem ?? t('several.approved')}
          </li>
        ))}
      </ul>
    </section>
  )
}
