import { useText } from '@kit/i18n/text'
import { useDecision } from '@console/decide/useDecision'
import { ReasonForm } from '@console/queue/ReasonForm'
import { invalidate } from './api'
import type { Order } from './contract'

interface InvalidateFormProps {
  row: Order
  onCancel: () => void
  onDone: () => void
}

/** Ends an order that was not shipped: its buyer reads why, and has the money back at once. */
export function InvalidateForm({ row, onCancel, onDone }: InvalidateFormProps) {
  const t = useText('console-orders')
  const { isSending, decide } = useDecision()

  return (
    <ReasonForm
      label={t('invalidate.reason')}
      action={t('invalidate.action')}
      isSending={isSending}
      onSend={(reason) => void decide(() => invalidate(row, reason), onDone)}
      onCancel={onCancel}
    />
  )
}
