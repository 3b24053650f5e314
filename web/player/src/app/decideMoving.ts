import { kindOf, placeOf } from '@core/checkout/contract'
import type { Data, Row, TopUpInfo } from '@kit/api/contract'

type Withdrawal = Row<'/api/userAccount/myWithDraw'>

/** One amount on its way: what for, how far, and where all of it stands. */
export interface Moving {
  kind: 'topUp' | 'payment' | 'withdrawal'
  amount: string
  currency: string
  stage: { name: 'confirmations'; count: number; required: number } | { name: 'final' | 'held' | 'review' | 'sending' }
  link: string
}

const movingReceipts: readonly TopUpInfo['pending'][number]['state'][] = ['confirming', 'final', 'held']
const openWithdrawals: readonly Withdrawal['status'][] = ['pending_review', 'approved']

/** The order a transfer on its way pays for; a user has one open payment at most. */
export function paidIntent(info: TopUpInfo | undefined): string {
  return info?.pending.find(({ state, intentNo }) => intentNo !== '' && movingReceipts.includes(state))?.intentNo ?? ''
}

/** The money of this user that is on its way, what arrives before what leaves. `purpose` is what the open payment is for. */
export function decideMoving(info: TopUpInfo | undefined, withdrawals: Data<'/api/userAccount/myWithDraw'> | undefined, purpose = ''): Moving[] {
  const arriving = (info?.pending ?? []).filter(({ state }) => movingReceipts.includes(state))
  const leaving = (withdrawals?.list ?? []).filter(({ status }) => openWithdrawals.includes(status))
  return [
    ...arriving.map((receipt) => ({
      kind: receipt.intentNo ? ('payment' as const) : ('topUp' as const),
      amount: receipt.amount,
      currency: receipt.currency,
      stage: stageOf(receipt, info?.networks.find(({ network }) => network === receipt.network)?.confirmations ?? 0),
      link: receipt.intentNo
        ? `${placeOf(kindOf(purpose))}?pay=${encodeURIComponent(receipt.intentNo)}`
        : `/wallet?sheet=topup&tx=${encodeURIComponent(receipt.txHash)}`,
    })),
    ...leaving.map(({ withdrawNo, quantity, currency, status }) => ({
      kind: 'withdrawal' as const,
      amount: quantity,
      currency,
      stage: { name: status === 'approved' ? ('sending' as const) : ('review' as const) },
      link: `/withdrawRecord?id=${encodeURIComponent(withdrawNo)}`,
    })),
  ]
}

function stageOf({ state, confirmations }: TopUpInfo['pending'][number], required: number): Moving['stage'] {
  if (state === 'held') return { name: 'held' }
  return state === 'final' || required === 0 || confirmations >= required ? { name: 'final' } : { name: 'confirmations', count: confirmations, required }
}
