import { useAnswer } from '@core/queries/useAnswer'
import { useSend, type SendOptions } from '@core/command/useSend'

/** One product with the quotes for this user. */
export const useOffer = (id: string) => useAnswer('/api/miner/detail', { id })

/** Buys machines, or reserves them for a payment from the wallet. */
export const useMachinePurchase = (options: SendOptions<'/api/miner/purchaseMiner'>) => useSend('/api/miner/purchaseMiner', options)
