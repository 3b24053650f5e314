import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { useDecision } from '../decide/useDecision'
import { Field } from '../form/fields'
import { useFirstField } from '../form/useFirstField'
import { useKept } from '../form/useKept'

const reasonMin = 3

interface ReasonFormProps {
  /** What it is about: what was typed is kept under it until it is sent. */
  name: string
  label: string
  action: string
  send: (reason: string) => Promise<unknown>
  /** What is said once it is done. */
  said: string
  onDone: () => void
  onCancel: () => void
}

/** Says no with a reason. */
export function ReasonForm({ name, label, action, send, said, onDone, onCancel }: ReasonFormProps) {
  const t = useText('console')
  const form = useFirstField()
  const { value: kept, keep, settle } = useKept(`no.${name}`, '')
  const reason = kept ?? ''
  const { isSending, decide } = useDecision()
  const [isTried, setIsTried] = useState(false)
  const problem = reason.trim().length < reasonMin ? t('form.reasonMissing') : null
  return (
    <form
      ref={form}
      className="mt-4 grid gap-2 rounded-field border border-line p-3"
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        if (problem !== null || isSending) return
        void decide(
          () => send(reason.trim()),
          () => {
            settle(kept)
            onDone()
          },
          () => said,
        )
      }}
    >
      <Field label={label} value={reason} onChange={keep} rows={2} problem={isTried ? problem : null} />
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
