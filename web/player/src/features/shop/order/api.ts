import type { UseQueryResult } from '@tanstack/react-query'
import { useSend, type SendOptions } from '@core/command/useSend'
import { useAnswer } from '@core/queries/useAnswer'
import { useEndlessList } from '@core/queries/useEndlessList'
import type { EndlessList } from '@kit/ui/ListEnd'
import type { Order } from '../contract'
import type { OrderStatus } from './decideOrders'

/** One's orders of one status, or all of them, the newest first. */
export function useOrders(status: OrderStatus | null): EndlessList<Order> {
  return useEndlessList('/api/shop/orders', { status: status ?? undefined })
}

/** One order, with whom and where it goes. */
export function useOrder(orderNo: string): UseQueryResult<Order> {
  return useAnswer('/api/shop/orderInfo', { orderNo }, { staleMs: 0 })
}

/** Takes an order back that is not shipped. */
export const useCancelOrder = (options: SendOptions<'/api/shop/cancelOrder'>) => useSend('/api/shop/cancelOrder', options)
