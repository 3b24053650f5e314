import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '@kit/api/faults'
import { quoteKey } from '@core/queries/useHeldQuote'
import { isUnanswered } from '@core/command/pending'
import { useText } from '@kit/i18n/text'
import { useCommand, useIsPending } from '@core/command/useCommand'
import { toast } from '@kit/ui/toast'
import type { Sale, SaleQuote } from './contract'
import type { Sending } from './decideTrade'

const quoteExpired = 1402

interface Order {
  quoteId: string
  minReceive: string
}

/** Sells by a quote. After a broken line the same request is asked again, never a second sale made. */
export function useSale(onDone: (sale: Sale) => void, onExpired: () => void) {
  const t = useText('trade')
  const answers = useQueryClient()
  const command = useCommand()
  const isAwaited = useIsPending('/api/trade/sell')
  const [sending, setSending] = useState<Sending>('idle')
  const [order, setOrder] = useState<Order | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)

  async function send(wanted: Order) {
    setOrder(wanted)
    setSending('sending')
    setRefusal(null)
    try {
      const sale = await command.run('/api/trade/sell', wanted)
      setSending('idle')
      toast.success(t('successful'))
      onDone(sale)
    } catch (fault) {
      setSending(isUnanswered(fault) ? 'unanswered' : 'idle')
      if (fault instanceof ApiError) setRefusal(fault.message)
      if (isUnanswered(fault)) return
      if (fault instanceof ApiError && fault.code === quoteExpired) onExpired()
    }
    void answers.invalidateQueries({ predicate: (query) => query.queryKey[0] !== quoteKey })
  }

  return {
    sending: isAwaited ? 'awaited' as const : sending,
    refusal,
    forgetRefusal: () => setRefusal(null),
    sell: (quote: SaleQuote) => send({ quoteId: quote.quoteId, minReceive: quote.minReceive }),
    askAgain: () => (order === null ? Promise.resolve() : send(order)),
  }
}
