import type { UseQueryResult } from '@tanstack/react-query'
import { useAnswer } from '@core/queries/useAnswer'
import { useEndlessList } from '@core/queries/useEndlessList'
import type { EndlessList } from '@kit/ui/ListEnd'
import type { MachineStatus, MyMachine, MyMachineDetail, Statistics } from '../contract'

const refreshMs = 30_000

/** Sums over my machines, kept fresh. */
export function useStatistics(): UseQueryResult<Statistics> {
  return useAnswer('/api/miner/minerStatistics', {}, { refetchEveryMs: refreshMs, staleMs: 0 })
}

/** The machines of one status, or all of them. */
export function useMyMachines(status: MachineStatus | null): EndlessList<MyMachine> {
  return useEndlessList('/api/miner/findMyList', { status: status ?? undefined })
}

/** One machine of mine with its history. */
export function useMyMachine(id: string): UseQueryResult<MyMachineDetail> {
  return useAnswer('/api/miner/myDetail', { id }, { refetchEveryMs: refreshMs, staleMs: 0 })
}
