import type { Decimal } from '@kit/amount/format'
import { useSettled } from '@kit/amount/useSettled'
import type { Data } from '@kit/api/contract'
import { codeQuoteExpired } from '@kit/api/faults'
import { useLanguage } from '@kit/i18n/text'
import { serverNow } from '@kit/time/clock'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CommandParams, CommandPath } from '../command/pending'
import { quoteKey, useSend } from '../command/useSend'
import { renewAfterMs } from './renewal'

interface QuotedOrderOptions<P extends CommandPath, Quote> extends Omit<HeldQuoteOptions<Quote>, 'isPaused'> {
  /** What is sent for a quote. */
  paramsOf: (quote: Quote) => CommandParams<P>
  onDone: (made: Data<P>) => void
}

/**
 * An order by a quote the server holds: the quote renews itself until the order goes out, and is asked for anew where
 * it was over when the order arrived.
 */
export function useQuotedOrder<P extends CommandPath, Quote extends { expireAt: string }>(
  path: P,
  { paramsOf, onDone, ...asked }: QuotedOrderOptions<P, Quote>,
) {
  const order = useSend(path, {
    onDone,
    onRefused: (fault) => {
      if (fault.code === codeQuoteExpired) void quote.renew()
    },
  })
  const quote = useHeldQuote<Quote>({ ...asked, isPaused: order.sending !== 'idle' })
  return {
    quote,
    order,
    /** Orders by the quote that is good now; without one it does nothing. */
    place: () => {
      if (quote.good) order.send(paramsOf(quote.good))
    },
  }
}

/** What is quoted, and how it is asked for. */
interface HeldQuoteOptions<Quote> {
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
function useHeldQuote<Quote extends { expireAt: string }>({ about, amount, isQuotable, isPaused, ask }: HeldQuoteOptions<Quote>) {
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
