import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Decimal } from '@kit/amount/format'
import { useLanguage } from '@kit/i18n/text'
import { call } from '@kit/session/api'
import { serverNow } from '@kit/time/clock'
import type { Market } from './api'
import { isQuotable, renewAfterMs } from './decideTrade'

const typingPauseMs = 350

/** The preview of a sale, renewed by itself as long as the screen is visible. While paused, nothing new is asked for. */
export function useSaleQuote(market: Market, quantity: Decimal | null, isPaused: boolean) {
  const language = useLanguage()
  const settled = useSettled(quantity)
  const isWanted = isQuotable(market, settled) && settled === quantity && !isPaused
  const answer = useQuery({
    queryKey: ['sale quote', settled, language],
    queryFn: ({ signal }) => call('/api/trade/quote', { quantity: settled ?? undefined }, { signal, hideToast: true }),
    enabled: isWanted,
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

function useSettled(quantity: Decimal | null): Decimal | null {
  const [settled, setSettled] = useState(quantity)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(quantity), quantity === null ? 0 : typingPauseMs)
    return () => clearTimeout(timer)
  }, [quantity])
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
