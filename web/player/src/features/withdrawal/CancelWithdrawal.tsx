import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatAmount } from '@kit/amount/format'
import { isUnanswered } from '@core/command/pending'
import { useLanguage, useText } from '@kit/i18n/text'
import { useCommand, useIsPending } from '@core/command/useCommand'
import { Button } from '@kit/ui/Button'
import { toast } from '@kit/ui/toast'
import type { Withdrawal } from './contract'

/** Takes a pending withdrawal back, after asking once and naming what it costs. */
export function CancelWithdrawal({ record, onChanged }: { record: Withdrawal; onChanged: () => void }) {
  const t = useText('withdrawal-record')
  const language = useLanguage()
  const answers = useQueryClient()
  const command = useCommand()
  const isAwaited = useIsPending('/api/userAccount/cancelWithdraw')
  const [isAsked, setIsAsked] = useState(false)
  const cancel = useMutation({
    mutationFn: () => command.run('/api/userAccount/cancelWithdraw', { withdrawNo: record.withdrawNo }),
    onSuccess: () => toast.success(t('cancel.done')),
    // A refusal means that it moved on meanwhile: show where it stands now.
    onSettled: () => {
      onChanged()
      void answers.invalidateQueries()
    },
  })
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
      <p className="mt-1 text-15 font-medium">{t('cancel.lock')}</p>
      {isUnanswered(cancel.error) && cancel.isError && (
        <p role="alert" className="mt-2 text-13 text-loss">
          {t('cancel.unanswered')}
        </p>
      )}
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        <Button kind="quiet" size="small" disabled={cancel.isPending} onClick={() => setIsAsked(false)}>
          {t('cancel.keep')}
        </Button>
        <Button kind="danger" size="small" busy={cancel.isPending} disabled={isAwaited} onClick={() => cancel.mutate()}>
          {t('cancel.confirm')}
        </Button>
      </div>
    </div>
  )
}
