import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { Field } from '../form/fields'
import { useFirstField } from '../form/useFirstField'

const reasonMin = 3

interface ReasonFormProps {
  label: string
  action: string
  isSending: boolean
  onSend: (reason: string) => void
  onCancel: () => void
}

/** Says no with a reason. */
export function ReasonForm({ label, action, isSending, onSend, onCancel }: ReasonFormProps) {
  const t = useText('console')
  const form = useFirstField()
  const [reason, setReason] = useState('')
  const [isTried, setIsTried] = useState(false)
  const problem = reason.trim().length < reasonMin ? t('form.reasonMissing') : null
  return (
    <form
      ref={form}
      className="mt-4 grid gap-2 rounded-field border border-line p-3"
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        if (problem === null && !isSending) onSend(reason.trim())
      }}
    >
      <Field label={label} value={reason} onChange={setReason} rows={2} problem={isTried ? problem : null} />
      <div className="flex flex-wrap gap-2">
        <Button size="small" kind="danger" type="submit" busy={isSending}>
          {action}
        </Button>
        <Button size="small" kind="quiet" onClick={onCancel}>
          {t('form.notNow')}
        </Button>
      </div>
    </form>
  )
}
