import { useText } from '@kit/i18n/text'
import { approve, wordsOf } from '@console/decide/approve'
import { Several } from '@console/queue/Several'
import { useMe } from '@console/session/store'
import type { Withdrawal } from './contract'
import { barOf, openReviewOf, type Review } from './decideWithdrawals'

interface SeveralWithdrawalsProps {
  rows: readonly Withdrawal[]
  reviewOf: (row: Withdrawal) => Review
  onKept: (withdrawNos: string[]) => void
}

/** Several withdrawals at once: one signature and one result each. */
export function SeveralWithdrawals({ rows, reviewOf, onKept }: SeveralWithdrawalsProps) {
  const t = useText('console-waiting')
  const me = useMe()

  async function approveOne(row: Withdrawal): Promise<string | null> {
    const known = reviewOf(row)
    const review = openReviewOf(row, known, me)
    if (!review) return t(`withdrawals.bar.${barOf(row, known, me) ?? 'opening'}`)
    try {
      await approve(review, me)
      return null
    } catch (fault) {
      return wordsOf(fault) ?? t('withdrawals.several.unsigned')
    }
  }

  return (
    <Several
      rows={rows}
      keyOf={({ withdrawNo }) => withdrawNo}
      nameOf={({ userName }) => userName}
      done={t('withdrawals.several.approved')}
      acts={[{ name: t('withdrawals.several.approve'), act: approveOne }]}
      onKept={onKept}
    />
  )
}
