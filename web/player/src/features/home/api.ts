import type { UseQueryResult } from '@tanstack/react-query'
import type { Home, MachineSize, Page, Product } from '@kit/api/contract'
import { useAnswer } from '@core/queries/useAnswer'

const refreshMs = 30_000
const machinesMax = 50

/** Everything of the front page but the machines of one size. */
export function useHome(): UseQueryResult<Home> {
  return useAnswer('/api/main/home', {}, { refetchEveryMs: refreshMs })
}

/** The machines of one size. */
export function useMachinesOf(size: MachineSize): UseQueryResult<Page<Product>> {
  return useAnswer('/api/miner/all', { machineSize: size, size: machinesMax })
}
