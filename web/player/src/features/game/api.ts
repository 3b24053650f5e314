import { deviceStorage } from '@kit/kept/storage'
import { useMutation, type Query, type UseQueryResult } from '@tanstack/react-query'
import { playerOf } from '@kit/game/entries'
import { serverNow } from '@kit/time/clock'
import { useText } from '@kit/i18n/text'
import { toast } from '@kit/ui/toast'
import { useSend } from '@core/command/useSend'
import { useLive } from '@core/queries/live'
import { useAnswer } from '@core/queries/useAnswer'
import { useEndlessList } from '@core/queries/useEndlessList'
import { isBeforeLock } from '@core/rounds/decideRounds'
import { playerSecret, type EntryReceipt } from '@core/rounds/receipts'
import { call } from '@core/session/api'
import { answers } from '@core/session/cache'
import { useSession } from '@core/session/store'
import type { Current } from './contract'
import { askAgainMs } from './decideGame'
import type { BreakKind } from './limits/decideLimits'

/** The round of this moment. */
export function useCurrent(): UseQueryResult<Current> {
  const isLive = useLive((state) => state.isLive)
  return useAnswer('/api/game/current', {}, { soonerMs: (seen) => askAgainMs(seen?.round, serverNow(), isLive), staleMs: 0 })
}

/** The rules' figures, the player's own, and the platform's. */
export const useGameStatistics = () => useAnswer('/api/miner/ztGameTj', {})

/** The rounds of everybody, newest first. */
export const useHistory = () => useEndlessList('/api/game/history', {})

/** The player's rounds, newest first. */
export const useMyRecord = () => useEndlessList('/api/game/myRecord', {})

/** What protects the player. */
export const useProtection = () => useAnswer('/api/game/limits', {})

/** Says once that the player is of age, or that he has read a reality check. What it answers is what is known then. */
export function useConfirmation(path: '/api/game/confirmAge' | '/api/game/confirmReality', onConfirm: () => void) {
  return useMutation({
    mutationFn: () => call(path, { confirm: 'yes' }),
    onSuccess: onConfirm,
    onSettled: () => answers.invalidateQueries({ queryKey: ['/api/game/limits'] }),
  })
}

/** Which limit of a day. */
export type LimitKind = 'stake' | 'loss'

/** Lowers a limit, asks for a raise, or confirms one: what it does follows from the value. */
export function useSetLimit(kind: LimitKind) {
  return useMutation({
    mutationFn: (points: number) => call('/api/game/setLimits', kind === 'stake' ? { dayStake: points } : { dayLoss: points }),
    onSettled: () => answers.invalidateQueries({ predicate: ofProtection }),
  })
}

/** Begins a break. */
export function useExclude() {
  const t = useText('game')
  return useMutation({
    mutationFn: (kind: BreakKind) => call('/api/game/exclude', { kind, confirm: 'yes' }),
    // It has begun, also where its sheet was left meanwhile.
    onSuccess: () => toast.success(t('limits.done.break')),
    onSettled: () => answers.invalidateQueries({ predicate: ofProtection }),
  })
}

/** What a change of limits makes old: the limits, and the statistics that show what is left of them. */
function ofProtection({ queryKey: [path] }: Query): boolean {
  return path === '/api/game/limits' || path === '/api/miner/ztGameTj'
}

/** What a player would like to enter. */
interface Wish {
  period: string
  box: number
  amount: number
}

/** Takes part in a round. */
export function useJoin(onJoined: (receipt: EntryReceipt) => void) {
  const userId = useSession((state) => state.userId ?? '')
  const app = useSession((state) => state.app)
  const join = useSend('/api/game/join', {
    onDone: ({ entryNo, receipt, receiptKey }, { period, box, amount, player }) =>
      onJoined({
        period,
        box: Number(box),
        amount: Number(amount),
        player,
        entryNo,
        receipt,
        receiptKey,
        atMs: serverNow(),
        // An answer that came after the lock could have been chosen for what the round came to.
        ...(!(app !== null && isBeforeLock(app, period)) && { isTold: true }),
      }),
  })
  return { ...join, send: (wish: Wish) => join.send({ ...wish, player: playerOf(playerSecret(deviceStorage, userId), wish.period) }) }
}

/** What the player has of USDT to buy points with; undefined while it is not known. */
export function useUsdt(): string | undefined {
  return useAnswer('/api/userAccount/balance', {}).data?.list.find(({ currency }) => currency === 'USDT')?.available
}

/** Buys game points with USDT, or exchanges them back. */
export const useExchange = (onDone: () => void) => useSend('/api/userAccount/convertPoints', { onDone })
