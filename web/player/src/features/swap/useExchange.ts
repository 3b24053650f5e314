import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '@kit/api/faults'
import { quoteKey } from '@core/queries/useHeldQuote'
import { useText } from '@kit/i18n/text'
import { useCommand, useIsPending } from '@core/command/useCommand'
import { toast } from '@kit/ui/toast'
import type { Exchange } from './contract'
import { decideRefusal, type Sending } from './decideSwap'

/** Makes an exchange by a quote. After a broken line the same request is asked again, never a second exchange made. */
export function useExchange(onDone: (made: Exchange) => void, onExpired: () => void) {
  const t = useText('swap')
  const answers = useQueryClient()
  const command = useCommand()
  const isAwaited = useIsPending('/api/userAccount/qExchange')
  const [sending, setSending] = useState<Sending>('idle')
  const [quoteId, setQuoteId] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)

  async function exchange(wanted: string) {
    setQuoteId(wanted)
    setSending('sending')
    setRefusal(null)
    try {
      const made = await command.run('/api/userAccount/qExchange', { quoteId: wanted })
      setSending('idle')
      toast.success(t('successful'))
      onDone(made)
    } catch (fault) {
      const meaning = decideRefusal(fault)
      setSending(meaning === 'unanswered' ? 'unanswered' : 'idle')
      if (fault instanceof ApiError) setRefusal(fault.message)
      if (meaning === 'expired') onExpired()
      if (meaning === 'unanswered') return
    }
    void answers.invalidateQueries({ predicate: (query) => query.queryKey[0] !== quoteKey })
  }

  return { sending: isAwaited ? 'awaited' as const : sending, refusal, forgetRefusal: () => setRefusal(null), exchange, askAgain: () => (quoteId === null ? Promise.resolve() : exchange(quoteId)) }
}
