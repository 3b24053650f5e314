import type { MachineSize } from '@kit/api/contract'
import { useAnswer } from '@core/queries/useAnswer'

const machinesMax = 50
const goodsMax = 12

/** Everything of the front page but the machines of one size. */
export const useHome = () => useAnswer('/api/main/home', {})

/** The machines of one size. */
export const useMachinesOf = (size: MachineSize) => useAnswer('/api/miner/all', { machineSize: size, size: machinesMax })

/** The first goods of the shop, more than are shown: some may be sold out. */
export const useFirstGoods = () => useAnswer('/api/shop/goods', { size: goodsMax })

/** What the last thirty days brought. */
export const useRecentIncome = () => useAnswer('/api/miner/recentIncome', {})
