import type { UseQueryResult } from '@tanstack/react-query'
import type { Data, Home, MachineSize, Page, Product } from '@kit/api/contract'
import { useAnswer } from '@core/queries/useAnswer'

const machinesMax = 50
const goodsMax = 12

/** Everything of the front page but the machines of one size. */
export function useHome(): UseQueryResult<Home> {
  return useAnswer('/api/main/home', {})
}

/** The machines of one size. */
export function useMachinesOf(size: MachineSize): UseQueryResult<Page<Product>> {
  return useAnswer('/api/miner/all', { machineSize: size, size: machinesMax })
}

/** The first goods of the shop, more than are shown: some may be sold out. */
export function useFirstGoods(): UseQueryResult<Data<'/api/shop/goods'>> {
  return useAnswer('/api/shop/goods', { size: goodsMax })
}

/** What the last thirty days brought. */
export function useRecentIncome(): UseQueryResult<Data<'/api/miner/recentIncome'>> {
  return useAnswer('/api/miner/recentIncome', {})
}
