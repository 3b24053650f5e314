import { useAnswer } from '@core/queries/useAnswer'
import { useEndlessList } from '@core/queries/useEndlessList'
import { useSend } from '@core/command/useSend'
import type { MachineStatus } from '../contract'

/** What is mined grows without an event. */
const miningMs = 30_000

/** Sums over my machines, kept fresh. */
export const useMachineStatistics = () => useAnswer('/api/miner/minerStatistics', {}, { staleMs: 0, soonerMs: () => miningMs })

/** The machines of one status, or all of them. */
export const useMyMachines = (status: MachineStatus | null) => useEndlessList('/api/miner/findMyList', { status: status ?? undefined })

/** One machine of mine with its history. */
export const useMyMachine = (id: string) => useAnswer('/api/miner/myDetail', { id }, { staleMs: 0 })

/** What its owner can do with a machine, beside paying for it. */
type MachineAct = 'start_now' | 'cancel' | 'exit'

/** The commands for a machine; each tells when it was done. */
export function useMachineActs(onDone: (act: MachineAct) => void) {
  return {
    start_now: useSend('/api/miner/startNow', { onDone: () => onDone('start_now') }),
    cancel: useSend('/api/miner/cancel', { onDone: () => onDone('cancel') }),
    exit: useSend('/api/miner/exit', { onDone: () => onDone('exit') }),
  }
}
