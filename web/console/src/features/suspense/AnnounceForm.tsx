import { useState } from 'react'
import { formatAmount } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { useDecision } from '@console/decide/useDecision'
import { PersonFacts } from '@console/person/PersonFacts'
import { announce } from './api'
import type { Deposit } from './contract'
import { FindPerson } from './FindPerson'

interface AnnounceFormProps {
  row: Deposit
  onDone: () => void
  onCancel: () => void
}

/** Announces a deposit for somebody, who is looked at before. */
export function AnnounceForm({ row, onDone, onCancel }: AnnounceFormProps) {
  const t = useText('console-waiting')
  const language = useLanguage()
  const [chosen, setChosen] = useState('')
  const { isSending, decide } = useDecision()

  function send() {
    const what = `${formatAmount(row.amount, language, { currency: row.currency })} ${row.currency}`
    void decide(
      () => announce(row, chosen),
      onDone,
      () => t('suspense.said.announced', { what }),
    )
  }

  return (
    <section aria-label={t('suspense.announce')} className="mt-4 grid gap-2 rounded-field border border-line p-3">
      <FindPerson chosen={chosen} onChoose={setChosen} />
      {chosen !== '' && <PersonFacts userId={chosen} title={t('suspense.person.chosen')} />}
      <p className="text-13 text-muted">{t('suspense.announce.hint')}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" kind="main" disabled={chosen === ''} busy={isSending} onClick={send}>
          {t('suspense.announce.action')}
        </Button>
        <Button size="small" kind="quiet" onClick={onCancel}>
          {t('suspense.cancel')}
        </Button>
      </div>
    </section>
  )
}
