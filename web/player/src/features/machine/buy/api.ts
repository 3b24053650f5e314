import type { UseQueryResult } from '@tanstack/react-query'
import { useAnswer } from '@core/queries/useAnswer'
import { useSend, type SendOptions } from '@core/command/useSend'
import type { MachineOffer } from '../contract'

/** One product with the quotes for this user. */
export function useOffer(id: string): UseQueryResult<MachineOffer> {
  return useAnswer('/api/miner/detail', { id })
}

/** Buys machines, or reserves them for a payment from the wallet. */
export const useMachinePurchase = (options: SendOptions<'/api/miner/purchaseMiner'>) => useSend('/api/miner/purchaseMiner', options)
