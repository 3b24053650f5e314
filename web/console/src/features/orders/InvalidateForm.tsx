import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { readAnew } from '@console/api/answers'
import { tellFault } from '@console/decide/approve'
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
  const [isSending, setIsSending] = useState(false)

  async function send(reason: string) {
    setIsSending(true)
    try {
      await invalidate(row, reason)
      onDone()
    } catch (fault) {
      tellFault(fault)
    } finally {
      setIsSending(false)
      await readAnew()
    }
  }

  return (
    <ReasonForm
      label={t('invalidate.reason')}
      action={t('invalidate.action')}
      isSending={isSending}
      onSend={(reason) => void send(reason)}
      onCancel={onCancel}
    />
  )
}
