import { useAnswer } from '@console/api/useAnswer'
import { useRecords } from '@console/records/useRecords'
import { useWhole } from '@console/rows/useWhole'

const everyMs = 20_000

export function useParams() {
  return useRecords('params/list', { size: 50, isWhole: true })
}

export function useChangelog() {
  return useRecords('params/changelog', { size: 50 })
}

/** All parameters, for what a figure of theirs is in: they are no list of the address. */
export function useMeasures() {
  return useWhole('params/list')
}

/** All changes that are told of, beside one parameter. */
export function useChanges() {
  return useWhole('params/changelog')
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
