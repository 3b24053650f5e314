import { useAnswer } from '@console/api/useAnswer'
import { useRecords } from '@console/records/useRecords'

export const useRounds = () => useRecords('game/rounds', { gender: 'masculine' })

export const useRound = (period: string) => useAnswer('game/round', { period })

export const useBankroll = () => useAnswer('game/bankroll', {}, { everyMs: 20_000 })

export const useEntries = () => useRecords('game/entries')
