import { useAnswer } from '@console/api/useAnswer'
import { useRecords } from '@console/records/useRecords'

export function useMoney() {
  return useAnswer('boards/money', {}, { everyMs: 20_000 })
}

export function useBids() {
  return useRecords('bids/list', { size: 50 })
}
