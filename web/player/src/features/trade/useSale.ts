import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '@kit/api/faults'
import { createPress } from '@kit/api/press'
import { useText } from '@kit/i18n/text'
import { call } from '@kit/session/api'
import { toast } from '@kit/ui/toast'
import type { Sale, SaleQuote } from './api'
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
  const [press] = useState(() => createPress())
  const [sending, setSending] = useState<Sending>('idle')
  const [order, setOrder] = useState<Order | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)

  async function send(wanted: Order) {
    setOrder(wanted)
    setSending('sending')
    setRefusal(null)
    try {
      const sale = await press.run(wanted, (params) => call('/api/trade/sell', params, { hideToast: true }))
      setSending('idle')
      toast.success(t('successful'))
      onDone(sale)
    } catch (fault) {
      setSending(fault instanceof ApiError ? 'idle' : 'unanswered')
      if (!(fault instanceof ApiError)) return
      setRefusal(fault.message)
      if (fault.code === quoteExpired) onExpired()
    }
    void answers.invalidateQueries({ predicate: (query) => query.queryKey[0] !== 'sale quote' })
  }

  return {
    sending,
    refusal,
    forgetRefusal: () => setRefusal(null),
    sell: (quote: SaleQuote) => send({ quoteId: quote.quoteId, minReceive: quote.minReceive }),
    askAgain: () => (order === null ? Promise.resolve() : send(order)),
  }
}
