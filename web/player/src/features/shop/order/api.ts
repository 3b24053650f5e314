import { useSend, type SendOptions } from '@core/command/useSend'
import { useAnswer } from '@core/queries/useAnswer'
import { useEndlessList } from '@core/queries/useEndlessList'
import type { OrderStatus } from './decideOrders'

/** One's orders of one status, or all of them, the newest first. */
export const useOrders = (status: OrderStatus | null) => useEndlessList('/api/shop/orders', { status: status ?? undefined })

/** One order, with whom and where it goes. */
export const useOrder = (orderNo: string) => useAnswer('/api/shop/orderInfo', { orderNo }, { staleMs: 0 })

/** Takes an order back that is not shipped. */
export const useCancelOrder = (options: SendOptions<'/api/shop/cancelOrder'>) => useSend('/api/shop/cancelOrder', options)
