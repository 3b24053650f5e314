import { useRecords } from '@console/records/useRecords'

export const useGoods = () => useRecords('goods/list', { order: 'asc' })

export const useCarriers = () => useRecords('carriers/list', { order: 'asc' })
