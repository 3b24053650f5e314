import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { readAnew } from '@console/api/answers'
import { tellFault } from '@console/decide/approve'
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
  const t = useText('console-suspense')
  const [chosen, setChosen] = useState('')
  const [isSending, setIsSending] = useState(false)

  async function send() {
    setIsSending(true)
    try {
      await announce(row, chosen)
      onDone()
    } catch (fault) {
      tellFault(fault)
    } finally {
      setIsSending(false)
      await readAnew()
    }
  }

  return (
    <section aria-label={t('announce')} className="mt-4 grid gap-2 rounded-field border border-line p-3">
      <FindPerson chosen={chosen} onChoose={setChosen} />
      {chosen !== '' && <PersonFacts userId={chosen} title={t('person.chosen')} />}
      <p className="text-13 text-muted">{t('announce.hint')}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" kind="main" disabled={chosen === ''} busy={isSending} onClick={() => void send()}>
          {t('announce.action')}
        </Button>
        <Button size="small" kind="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </section>
  )
}
