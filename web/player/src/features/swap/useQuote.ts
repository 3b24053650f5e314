import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Decimal } from '@kit/amount/format'
import { useLanguage } from '@kit/i18n/text'
import { call } from '@kit/session/api'
import { serverNow } from '@kit/time/clock'
import type { Pair } from './api'
import { currencyOf, isQuotable, renewAfterMs } from './decideSwap'

const typingPauseMs = 350

/**
 * A quote for what is entered, renewed by itself as long as the screen is visible. It waits for a pause in typing;
 * while paused, nothing new is asked for.
 */
export function useQuote(pair: Pair | null, amount: Decimal | null, isPaused: boolean) {
  const language = useLanguage()
  const settled = useSettled(amount)
  const pay = currencyOf(pair?.pay ?? null)
  const receive = currencyOf(pair?.receive ?? null)
  const isWanted = pair !== null && isQuotable(pair, settled) && settled === amount && !isPaused
  const answer = useQuery({
    queryKey: ['swap quote', pay, receive, settled, language],
    queryFn: ({ signal }) =>
      call('/api/userAccount/exchangeQuote', { pay: pay ?? 'USDT', receive: receive ?? 'USDT', payAmount: settled ?? undefined }, { signal, hideToast: true }),
    enabled: isWanted && pay !== null && receive !== null,
    refetchInterval: (query) => renewAfterMs(query.state.data?.expireAt ?? null, query.state.error, serverNow()),
    refetchOnWindowFocus: true,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const shown = isWanted || isPaused ? (answer.data ?? null) : null
  const isOver = useIsOver(shown?.expireAt ?? null)
  return { shown, good: isOver || answer.isError ? null : shown, fault: isWanted ? answer.error : null, renew: () => answer.refetch() }
}

function useSettled(amount: Decimal | null): Decimal | null {
  const [settled, setSettled] = useState(amount)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(amount), amount === null ? 0 : typingPauseMs)
    return () => clearTimeout(timer)
  }, [amount])
  return settled
}

function useIsOver(expireAt: string | null): boolean {
  const [ended, setEnded] = useState<string | null>(null)
  useEffect(() => {
    if (expireAt === null) return
    const timer = setTimeout(() => setEnded(expireAt), Math.max(0, Date.parse(expireAt) - serverNow()))
    return () => clearTimeout(timer)
  }, [expireAt])
  return expireAt !== null && ended === expireAt
}
