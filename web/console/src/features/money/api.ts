import { useAnswer } from '@console/api/useAnswer'
import { useRecords } from '@console/records/useRecords'

export const useMoney = () => useAnswer('boards/money', {}, { everyMs: 20_000 })

export const useBids = () => useRecords('bids/list', { size: 50 })
