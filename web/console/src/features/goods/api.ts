import { useRecords } from '@console/records/useRecords'

export function useGoods() {
  return useRecords('goods/list', { order: 'asc' })
}

export function useCarriers() {
  return useRecords('carriers/list', { order: 'asc' })
}
