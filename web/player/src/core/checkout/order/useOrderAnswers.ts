import { codeTermsChanged, type ApiError } from '@kit/api/faults'
import { useText } from '@kit/i18n/text'
import { toast } from '@kit/ui/toast'
import { useIsShown } from '../../frame/useIsShown'
import { openIntentNamed } from '../payment/api'

/** What a confirmation tells of its end. */
export interface OrderEnds {
  onClose: () => void
  /** The order is made: what was typed for it is not typed for the next one. */
  onOrdered: () => void
  /** The order is reserved and waits for this payment. */
  onReserved: (intentNo: string) => void
  onTermsChanged: () => void
}

/** What a purchase's answer leads to: the payment from the wallet, the end of it, or the terms once more. */
export function useOrderAnswers<Made extends { intentNo: string | null }>(
  { onOrdered, onReserved, onTermsChanged }: OrderEnds,
  onBought: (made: Made) => void,
) {
  const t = useText('checkout')
  // Who has left meanwhile is not brought back.
  const isShown = useIsShown()
  return {
    onDone: (made: Made) => {
      onOrdered()
      if (!made.intentNo) toast.success(t('successful'))
      if (!isShown()) return
      if (made.intentNo) onReserved(made.intentNo)
      else onBought(made)
    },
    onRefused: (fault: ApiError) => {
      if (!isShown()) return
      const waiting = openIntentNamed(fault)
      if (waiting) onReserved(waiting)
      else if (fault.code === codeTermsChanged) onTermsChanged()
    },
  }
}
