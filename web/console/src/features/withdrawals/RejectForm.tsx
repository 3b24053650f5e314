import { useRef, useState } from 'react'
import { useLanguage, useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { useDecision } from '@console/decide/useDecision'
import { Field, Radio } from '@console/form/fields'
import { useKept } from '@console/form/useKept'
import { Key } from '@console/frame/Key'
import { useKeys } from '@console/keys/useKeys'
import { rejectWithdrawal } from './api'
import type { RejectionCode, Withdrawal } from './contract'
import { rejections, whatOf } from './decideWithdrawals'

interface RejectFormProps {
  row: Withdrawal
  onCancel: () => void
  onRejected: () => void
}

interface Rejection {
  code: RejectionCode | null
  note: string
}

const nothing: Rejection = { code: null, note: '' }

/** The reasons of a rejection, each with its number; the user reads the reason and the note. */
export function RejectForm({ row, onCancel, onRejected }: RejectFormProps) {
  const t = useText('console-waiting')
  const language = useLanguage()
  const { value: kept, keep, settle } = useKept<Rejection>(`reject.${row.withdrawNo}`, nothing)
  const { code, note } = kept ?? nothing
  const [isTried, setIsTried] = useState(false)
  const { isSending, decide } = useDecision()
  const form = useRef<HTMLFormElement>(null)
  const problem = code === null ? t('withdrawals.reject.codeMissing') : code === 'other' && note.trim() === '' ? t('withdrawals.reject.noteMissing') : null

  function choose(next: RejectionCode) {
    keep({ code: next, note })
    // Enter now sends it.
    form.current?.querySelector<HTMLElement>('button[type=submit]')?.focus()
  }

  useKeys(Object.fromEntries(rejections.map((one, at) => [String(at + 1), () => choose(one)])))

  function send() {
    setIsTried(true)
    if (problem !== null || code === null || isSending) return
    void decide(
      () => rejectWithdrawal(row, code, note.trim()),
      () => {
        settle(kept)
        onRejected()
      },
      () => t('withdrawals.said.rejected', { what: whatOf(row, language) }),
    )
  }

  return (
    <form
      ref={form}
      className="mt-4 grid gap-2 rounded-field border border-line p-3"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <fieldset>
        <legend className="text-15 font-semibold">{t('withdrawals.reject.title')}</legend>
        {rejections.map((one, at) => (
          <Radio key={one} name="code" checked={code === one} onChoose={() => keep({ code: one, note })} height="min-h-9 max-lg:min-h-11">
            <Key name={String(at + 1)} /> {t(`withdrawals.reason.${one}`)}
          </Radio>
        ))}
      </fieldset>
      <Field
        label={t('withdrawals.reject.note')}
        value={note}
        onChange={(typed) => keep({ code, note: typed })}
        lengthMax={300}
        problem={isTried ? problem : null}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="small" kind="danger" type="submit" busy={isSending}>
          {t('withdrawals.reject.action')}
        </Button>
        <Button size="small" kind="quiet" onClick={onCancel}>
          {t('withdrawals.reject.cancel')}
        </Button>
      </div>
    </form>
  )
}
