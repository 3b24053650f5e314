import { useAnswer } from '@console/api/useAnswer'

export function useChain() {
  return useAnswer('boards/chain', {}, { everyMs: 10_000 })
}
