import { useSend, type SendOptions } from '@core/command/useSend'
import { useAnswer } from '@core/queries/useAnswer'

/** One level with the quotes for this user. */
export const useLevel = (id: string) => useAnswer('/api/node/detail', { id })

/** Buys nodes, or reserves them for a payment from the wallet. */
export const useNodePurchase = (options: SendOptions<'/api/node/purchase'>) => useSend('/api/node/purchase', options)
