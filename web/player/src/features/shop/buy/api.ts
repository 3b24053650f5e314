import { useSend, type SendOptions } from '@core/command/useSend'
import { useAnswer } from '@core/queries/useAnswer'

/** One of the goods with the quotes for this user. */
export const useGoodsOffer = (id: string) => useAnswer('/api/shop/goodsInfo', { id })

/** Buys goods, or reserves them for a payment from the wallet. */
export const useGoodsPurchase = (options: SendOptions<'/api/shop/createOrder'>) => useSend('/api/shop/createOrder', options)
