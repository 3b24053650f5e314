import { formatAmount } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import { AskFirst } from '@kit/ui/AskFirst'
import { toast } from '@kit/ui/toast'
import { Alert } from '@kit/ui/Alert'
import { useCancelWithdrawal, useWithdrawConfig } from './api'
import type { Withdrawal } from './contract'

/** Takes a pending withdrawal back, after asking once and naming what it costs. */
export function CancelWithdrawal({ record }: { record: Withdrawal }) {
  const t = useText('withdrawal')
  const language = useLanguage()
  const { data: config } = useWithdrawConfig()
  const cancel = useCancelWithdrawal({ onDone: () => toast.success(t('record.cancel.done')) })
  return (
    <AskFirst
      isButton
      open={t('record.cancel.open')}
      keep={t('record.cancel.keep')}
      confirm={t('record.cancel.confirm')}
      isBusy={cancel.sending === 'sending'}
      isAwaited={cancel.sending === 'awaited'}
      onConfirm={() => cancel.send({ withdrawNo: record.withdrawNo })}
    >
      <p className="text-15">
        {t('record.cancel.text', { amount: `${formatAmount(record.quantity, language, { currency: record.currency })} ${record.currency}` })}
      </p>
      <p className="mt-1 text-15 font-medium">{t('record.cancel.lock', { hours: config?.lockHours ?? 0 })}</p>
      {cancel.sending === 'unanswered' && <Alert size={13}>{t('record.cancel.unanswered')}</Alert>}
    </AskFirst>
  )
}
