import { useState } from 'react'
import { formatAmount } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { toast } from '@kit/ui/toast'
import { Alert } from '@kit/ui/Alert'
import { useCancelWithdrawal, useWithdrawConfig } from './api'
import type { Withdrawal } from './contract'

/** Takes a pending withdrawal back, after asking once and naming what it costs. */
export function CancelWithdrawal({ record }: { record: Withdrawal }) {
  const t = useText('withdrawal-record')
  const language = useLanguage()
  const [isAsked, setIsAsked] = useState(false)
  const { data: config } = useWithdrawConfig()
  const cancel = useCancelWithdrawal({ onDone: () => toast.success(t('cancel.done')) })
  const isBusy = cancel.sending === 'sending'
  const isAwaited = cancel.sending === 'awaited'
  if (!isAsked) {
    return (
      <Button kind="danger" wide disabled={isAwaited} onClick={() => setIsAsked(true)}>
        {t('cancel.open')}
      </Button>
    )
  }
  return (
    <div>
      <p className="text-15">{t('cancel.text', { amount: `${formatAmount(record.quantity, language, { currency: record.currency })} ${record.currency}` })}</p>
      <p className="mt-1 text-15 font-medium">{t('cancel.lock', { hours: config?.lockHours ?? 0 })}</p>
      {cancel.sending === 'unanswered' && <Alert size={13}>{t('cancel.unanswered')}</Alert>}
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        <Button kind="quiet" size="small" disabled={isBusy} onClick={() => setIsAsked(false)}>
          {t('cancel.keep')}
        </Button>
        <Button kind="danger" size="small" busy={isBusy} disabled={isAwaited} onClick={() => cancel.send({ withdrawNo: record.withdrawNo })}>
          {t('cancel.confirm')}
        </Button>
      </div>
    </div>
  )
}
