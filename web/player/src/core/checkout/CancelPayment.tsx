import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { toast } from '@kit/ui/toast'
import { useSend } from '../command/useSend'
import { forgetSent } from './sent'
import { Unanswered } from './Unanswered'

interface CancelPaymentProps {
  intentNo: string
  /** A transaction is on its way: it would arrive in the balance. */
  isSent: boolean
  onCancelled: () => void
}

/** Leaves the payment after asking once. */
export function CancelPayment({ intentNo, isSent, onCancelled }: CancelPaymentProps) {
  const t = useText('checkout')
  const [isAsked, setIsAsked] = useState(false)
  const cancel = useSend('/api/pay/cancel', {
    onDone: () => {
      forgetSent()
      toast.success(t('cancel.done'))
      onCancelled()
    },
  })
  const isBusy = cancel.sending === 'sending'
  if (!isAsked) {
    return (
      <button type="button" onClick={() => setIsAsked(true)} className="press min-h-11 self-center px-3 text-15 text-muted underline underline-offset-4">
        {t('cancel.open')}
      </button>
    )
  }
  return (
    <div className="rounded-card border border-line p-4">
      <p className="text-15">{isSent ? t('cancel.textSent') : t('cancel.text')}</p>
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        <Button kind="quiet" size="small" disabled={isBusy} onClick={() => setIsAsked(false)}>
          {t('cancel.keep')}
        </Button>
        <Button kind="danger" size="small" busy={isBusy} disabled={cancel.sending === 'awaited'} onClick={() => cancel.send({ intentNo })}>
          {t('cancel.confirm')}
        </Button>
      </div>
      <Unanswered fault={cancel.fault} />
    </div>
  )
}
