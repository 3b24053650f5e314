import type { UseQueryResult } from '@tanstack/react-query'
import { useSend, type SendOptions } from '@core/command/useSend'
import { useAnswer } from '@core/queries/useAnswer'
import type { LevelOffer } from '../contract'

/** One level with the quotes for this user. */
export function useLevel(id: string): UseQueryResult<LevelOffer> {
  return useAnswer('/api/node/detail', { id })
}

/** Buys nodes, or reserves them for a payment from the wallet. */
export const useNodePurchase = (options: SendOptions<'/api/node/purchase'>) => useSend('/api/node/purchase', options)
