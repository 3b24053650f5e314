import type { TopUpNetwork } from '@kit/api/contract'

/** Why transfers are not credited now. */
export type PauseReason = Exclude<TopUpNetwork['pauseReason'], ''>

const endings: Record<PauseReason, 'by_itself' | 'by_people'> = {
  stopped: 'by_people',
  halted: 'by_people',
  chain_restarted: 'by_people',
  lagging: 'by_itself',
  finality_stalled: 'by_itself',
  providers_disagree: 'by_itself',
  throttled: 'by_itself',
  unreachable: 'by_itself',
  wrong_chain: 'by_people',
  store_failing: 'by_itself',
}

/** Whether a pause lasts until people have done something. */
export function needsPeople(reason: PauseReason): boolean {
  return endings[reason] === 'by_people'
}
