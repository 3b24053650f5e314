import { useState, type ReactNode } from 'react'
import { useText } from '@kit/i18n/text'
import { Alert } from '@kit/ui/Alert'
import { Button } from '@kit/ui/Button'
import { toast } from '@kit/ui/toast'
import type { Proposal } from '../contract/contract'
import { readAnew } from '../api/answers'
import { Field } from '../form/fields'
import { useKept } from '../form/useKept'
import { Refusal } from './Refusal'

const reasonMin = 3

interface ProposalFormProps {
  /** What it is about: the reason is kept under it until it is sent. */
  name: string
  /** The fields of the payload. */
  children: ReactNode
  /** What is missing in them, in words; null where nothing is. */
  problem: string | null
  /** Proposes what was entered. */
  propose: (reason: string) => Promise<Proposal>
  onDone: (proposal: Proposal) => void
  /** Without it the form has no way back: it stands by itself. */
  onCancel?: () => void
  /** What the button says. */
  action: string
}

/** A form whose act needs a second person: its fields, the reason, and what happened. What was typed stays until it is done. */
export function ProposalForm({ name, children, problem, propose, onDone, onCancel, action }: ProposalFormProps) {
  const t = useText('console')
  const { value: kept, keep, settle } = useKept(`why.${name}`, '')
  const reason = kept ?? ''
  const [isTried, setIsTried] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [refusal, setRefusal] = useState<{ fault: unknown } | null>(null)
  const missing = reason.trim().length < reasonMin ? t('form.reasonMissing') : null

  async function send() {
    setIsTried(true)
    if (problem !== null || missing !== null || isSending) return
    setIsSending(true)
    setRefusal(null)
    try {
      const proposal = await propose(reason.trim())
      settle(kept)
      setIsTried(false)
      toast.success(t(proposal.state === 'pending' ? 'form.proposed' : 'form.done'))
      await readAnew()
      onDone(proposal)
    } catch (fault) {
      setRefusal({ fault })
    } finally {
      setIsSending(false)
    }
  }

  return (
    <form
      className="grid grid-cols-1 gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {children}
      <Field label={t('form.reason')} value={reason} onChange={keep} rows={2} problem={isTried ? missing : null} hint={t('form.reasonHint')} />
      {isTried && problem && <Alert size={13}>{problem}</Alert>}
      {refusal && <Refusal of={refusal.fault} />}
      <Button kind="main" type="submit" busy={isSending}>
        {action}
      </Button>
      {onCancel && (
        <Button kind="quiet" onClick={onCancel}>
          {t('form.notNow')}
        </Button>
      )}
    </form>
  )
}
