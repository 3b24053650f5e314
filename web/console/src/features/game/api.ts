import { useAnswer } from '@console/api/useAnswer'
import { useRecords } from '@console/records/useRecords'

export function useRounds() {
  return useRecords('game/rounds', { gender: 'masculine' })
}

export function useRound(period: string) {
  return useAnswer('game/round', { period })
}

export function useBankroll() {
  return useAnswer('game/bankroll', {}, { everyMs: 20_000 })
}

export function useEntries() {
  return useRecords('game/entries')
}
