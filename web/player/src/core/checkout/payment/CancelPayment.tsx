import { useText } from '@kit/i18n/text'
import { AskFirst } from '@kit/ui/AskFirst'
import { toast } from '@kit/ui/toast'
import { useSend } from '../../command/useSend'
import { forgetSent } from './sent'
import { Unanswered } from '../Unanswered'

interface CancelPaymentProps {
  intentNo: string
  /** A transaction is on its way: it would arrive in the balance. */
  isSent: boolean
  onCancelled: () => void
}

/** Leaves the payment after asking once. */
export function CancelPayment({ intentNo, isSent, onCancelled }: CancelPaymentProps) {
  const t = useText('checkout')
  const cancel = useSend('/api/pay/cancel', {
    onDone: () => {
      forgetSent(intentNo)
      toast.success(t('cancel.done'))
      onCancelled()
    },
  })
  return (
    <AskFirst
      framed
      open={t('cancel.open')}
      keep={t('cancel.keep')}
      confirm={t('cancel.confirm')}
      isBusy={cancel.sending === 'sending'}
      isAwaited={cancel.sending === 'awaited'}
      onConfirm={() => cancel.send({ intentNo })}
    >
      <p className="text-15">{isSent ? t('cancel.textSent') : t('cancel.text')}</p>
      <Unanswered fault={cancel.fault} />
    </AskFirst>
  )
}
