import { useText } from '@kit/i18n/text'
import { approve } from '@console/decide/approve'
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

  async function approveOne(row: Withdrawal) {
    const review = openReviewOf(row, reviewOf(row), me)
    if (review) await approve(review, me)
  }

  function said(row: Withdrawal): string | null {
    const bar = barOf(row, reviewOf(row), me)
    return bar && t(`withdrawals.bar.${bar}`)
  }

  return (
    <Several
      rows={rows}
      keyOf={({ withdrawNo }) => withdrawNo}
      nameOf={({ userName }) => userName}
      done={t('withdrawals.several.approved')}
      acts={[{ name: t('withdrawals.several.approve'), barOf: said, act: approveOne }]}
      onKept={onKept}
    />
  )
}
