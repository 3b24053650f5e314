import type { Decimal } from '@kit/amount/format'
import { useSend, type SendOptions } from '@core/command/useSend'
import { useAnswer } from '@core/queries/useAnswer'
import { useEndlessList } from '@core/queries/useEndlessList'
import type { WithdrawCurrency } from './contract'
import type { WithdrawalStatus } from './decideRecord'

/** Everything that can be withdrawn, kept fresh. */
export const useWithdrawConfig = () => useAnswer('/api/userAccount/withdrawConfig', {})

/** Limits and reasons may change while somebody looks at what arrives. */
const arrivalMs = 10_000

/** The terms of one currency with what arrives of a quantity, asked for again every ten seconds. */
export const useTermsFor = (currency: WithdrawCurrency, quantity: Decimal | null, isWanted: boolean) =>
  useAnswer(
    '/api/userAccount/withdrawConfig',
    { currency, quantity: quantity ?? undefined },
    { enabled: isWanted, staleMs: 0, isPassing: true, soonerMs: () => arrivalMs },
  )

/** The withdrawals of one status, or all of them. */
export const useWithdrawals = (status: WithdrawalStatus | null) => useEndlessList('/api/userAccount/myWithDraw', { status: status ?? undefined })

/** One withdrawal, as a list of at most one. */
export const useWithdrawal = (withdrawNo: string) => useAnswer('/api/userAccount/myWithDraw', { withdrawNo })

/** Submits a signed withdrawal. */
export const useWithdraw = (options: SendOptions<'/api/userAccount/withdraw'>) => useSend('/api/userAccount/withdraw', options)

/** Takes a withdrawal back that nobody has approved yet. */
export const useCancelWithdrawal = (options: SendOptions<'/api/userAccount/cancelWithdraw'>) => useSend('/api/userAccount/cancelWithdraw', options)
