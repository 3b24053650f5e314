import { useAnswer } from '@console/api/useAnswer'

export const useChain = () => useAnswer('boards/chain', {}, { everyMs: 10_000 })
