import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Decimal } from '@kit/amount/format'
import { useSettled } from '@kit/amount/useSettled'
import { useLanguage } from '@kit/i18n/text'
import { serverNow } from '@kit/time/clock'
import { quoteKey } from '../command/useSend'
import { renewAfterMs } from './renewal'

/** What is quoted, and how it is asked for. */
export interface HeldQuoteOptions<Quote> {
  /** What is quoted, beside the amount. */
  about: readonly string[]
  amount: Decimal | null
  /** Whether the amount is worth asking for. */
  isQuotable: (amount: Decimal) => boolean
  /** While the person's order is under way, nothing new is asked for. */
  isPaused: boolean
  ask: (amount: Decimal, signal: AbortSignal) => Promise<Quote>
}

/**
 * A quote the server holds for what is entered, renewed by itself as long as the screen is visible. It waits for a
 * pause in typing. `shown` may be over; `good` is not.
 */
export function useHeldQuote<Quote extends { expireAt: string }>({ about, amount, isQuotable, isPaused, ask }: HeldQuoteOptions<Quote>) {
  const language = useLanguage()
  const settled = useSettled(amount)
  const isWanted = settled !== null && settled === amount && isQuotable(settled) && !isPaused
  const answer = useQuery({
    queryKey: [quoteKey, ...about, settled, language],
    queryFn: ({ signal }) => ask(settled ?? '', signal),
    enabled: isWanted,
    refetchInterval: ({ state }) => renewAfterMs(state.data?.expireAt ?? null, state.error, serverNow()),
    refetchOnWindowFocus: true,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const shown = isWanted || isPaused ? (answer.data ?? null) : null
  const isOver = useIsOver(shown?.expireAt ?? null)
  return { shown, good: isOver || answer.isError ? null : shown, fault: isWanted ? answer.error : null, renew: () => answer.refetch() }
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
