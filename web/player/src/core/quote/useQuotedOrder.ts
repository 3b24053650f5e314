import type { Data } from '@kit/api/contract'
import { codeQuoteExpired } from '@kit/api/faults'
import type { CommandParams, CommandPath } from '../command/pending'
import { useSend } from '../command/useSend'
import { useHeldQuote, type HeldQuoteOptions } from './useHeldQuote'

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
