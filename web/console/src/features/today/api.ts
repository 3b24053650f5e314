import { useAnswer } from '@console/api/useAnswer'

export function useToday() {
  return useAnswer('boards/today', {}, { everyMs: 20_000 })
}
