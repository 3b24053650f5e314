import { useText, useLanguage } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { Missing } from '@kit/ui/Missing'
import { Sheet } from '@kit/ui/Sheet'
import { Skeletons } from '@kit/ui/Loading'
import { formatAmount } from '@kit/amount/format'
import { AskFirst } from '@kit/ui/AskFirst'
import { toast } from '@kit/ui/toast'
import { Alert } from '@kit/ui/Alert'
import { useWithdrawal, useCancelWithdrawal, useWithdrawConfig } from './api'
import { isOpen } from './decideRecord'
import { RecordDetails } from './RecordDetails'
import type { Withdrawal } from './contract'

interface RecordSheetProps {
  withdrawNo: string
  onClose: () => void
}

/** One withdrawal: where it stands, what happens next, each step so far, and the way back while there is one. */
export function RecordSheet({ withdrawNo, onClose }: RecordSheetProps) {
  const t = useText('withdrawal')
  const answer = useWithdrawal(withdrawNo)
  const record = answer.data?.list[0]
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('record.sheet.title')}
      footer={record?.cancellable && isOpen(record) ? <CancelWithdrawal record={record} /> : undefined}
    >
      <Answer
        of={answer}
        waiting={<Skeletons heights={['72px', '88px', '240px']} className="flex min-h-[88dvh] flex-col gap-4" />}
        missing={t('record.sheet.missing')}
      >
        {({ list: [shown] }) => (shown ? <RecordDetails record={shown} /> : <Missing>{t('record.sheet.missing')}</Missing>)}
      </Answer>
    </Sheet>
  )
}

/** Takes a pending withdrawal back, after asking once and naming what it costs. */
function CancelWithdrawal({ record }: { record: Withdrawal }) {
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
