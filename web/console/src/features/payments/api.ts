import { useAnswer } from '@console/api/useAnswer'
import { useRecords } from '@console/records/useRecords'

export function useTransfers() {
  return useRecords('payments/transfers', { gender: 'masculine' })
}

export function useIntents() {
  return useRecords('payments/intents', { gender: 'masculine' })
}

export function useIntent(intentNo: string) {
  return useAnswer('payments/intent', { intentNo })
}

/** Payouts that a person has to look at. */
export function useAttention() {
  return useRecords('payouts/attention', { order: 'asc', gender: 'feminine' })
}

export function useWallets() {
  return useAnswer('payouts/overview', {}, { everyMs: 20_000 })
}

export function useCover(isOff: boolean) {
  return useAnswer('withdrawals/cover', { size: 50 }, { isOff, everyMs: 20_000 })
}

/** What the signers signed and the books do not know, after a restore from an older copy. */
export function useForgotten(isOff: boolean) {
  return useAnswer('payouts/forgotten', { size: 50 }, { isOff, everyMs: 20_000 })
}
