import { useAnswer } from '@console/api/useAnswer'
import { useRecords } from '@console/records/useRecords'
import { useWhole } from '@console/rows/useWhole'

const everyMs = 20_000

export const useParams = () => useRecords('params/list', { size: 50, isWhole: true })

export const useChangelog = () => useRecords('params/changelog', { size: 50 })

/** All parameters, for what a figure of theirs is in: they are no list of the address. */
export function useMeasures() {
  return useWhole('params/list')
}

/** All changes that are told of, beside one parameter. */
export function useChanges() {
  return useWhole('params/changelog')
}

/** What the newest days came to: a month and the day that runs. */
export const useDays = (isOff: boolean) => useAnswer('figures/days', { size: 31, order: 'desc' }, { isOff })

/** The parts that can be stopped. */
export const useParts = () => useRecords('emergency/list', { size: 50 })

/** What stands still for a reason of its own: payouts, crediting, prices. */
export const useToday = () => useAnswer('boards/today', {}, { everyMs })

/** The hot wallets' networks, whose payouts can be stopped. */
export const useNetworks = (isOff: boolean) => useAnswer('payouts/overview', {}, { isOff, everyMs })
