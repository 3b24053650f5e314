import { useSend } from '@core/command/useSend'
import { useAnswer } from '@core/queries/useAnswer'
import { useEndlessList } from '@core/queries/useEndlessList'

const pageSize = 20

/** The levels on sale. */
export const useLevels = () => useAnswer('/api/node/all', {})

/** My nodes, the newest first. */
export const useMyNodes = () => useEndlessList('/api/node/mine', { size: pageSize })

/** What can be done with a node. */
type NodeAct = 'start_now' | 'cancel'

/** Each act as a command; a toast of its own follows. */
export function useNodeActs(onDone: (act: NodeAct) => void) {
  return {
    start_now: useSend('/api/node/startNow', { onDone: () => onDone('start_now') }),
    cancel: useSend('/api/node/cancel', { onDone: () => onDone('cancel') }),
  }
}
