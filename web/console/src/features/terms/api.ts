import { useAnswer } from '@console/api/useAnswer'
import { useRecords } from '@console/records/useRecords'

const everyMs = 20_000

export function useParams() {
  return useRecords('params/list', { size: 50, isWhole: true })
}

export function useChangelog() {
  return useRecords('params/changelog', { size: 50 })
}

/** The newest changes, beside one parameter. */
export function useChanges() {
  return useAnswer('params/changelog', { size: 50 })
}

/** What the newest days came to: a month and the day that runs. */
export function useDays(isOff: boolean) {
  return useAnswer('figures/days', { size: 31, order: 'desc' }, { isOff })
}

/** The parts that can be stopped. */
export function useParts() {
  return useRecords('emergency/list', { size: 50 })
}

/** What stands still for a reason of its own: payouts, crediting, prices. */
export function useToday() {
  return useAnswer('boards/today', {}, { everyMs })
}

/** The hot wallets' networks, whose payouts can be stopped. */
export function useNetworks(isOff: boolean) {
  return useAnswer('payouts/overview', {}, { isOff, everyMs })
}
