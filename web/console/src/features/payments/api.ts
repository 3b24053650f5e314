import { useAnswer } from '@console/api/useAnswer'
import { useRecords } from '@console/records/useRecords'

export const useTransfers = () => useRecords('payments/transfers', { gender: 'masculine' })

export const useIntents = () => useRecords('payments/intents', { gender: 'masculine' })

export const useIntent = (intentNo: string) => useAnswer('payments/intent', { intentNo })

/** Payouts that a person has to look at. */
export const useAttention = () => useRecords('payouts/attention', { order: 'asc', gender: 'feminine' })

export const useWallets = () => useAnswer('payouts/overview', {}, { everyMs: 20_000 })

export const useCover = (isOff: boolean) => useAnswer('withdrawals/cover', { size: 50 }, { isOff, everyMs: 20_000 })

/** What the signers signed and the books do not know, after a restore from an older copy. */
export const useForgotten = (isOff: boolean) => useAnswer('payouts/forgotten', { size: 50 }, { isOff, everyMs: 20_000 })
