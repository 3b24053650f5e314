import { useState } from 'react'
import { useLanguage, useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { Field, Radio } from '@console/form/fields'
import { useFirstField } from '@console/form/useFirstField'
import { useKept } from '@console/form/useKept'
import { find, useFound } from './api'

interface FindPersonProps {
  chosen: string
  onChoose: (userId: string) => void
}

/** Finds the person whose a deposit seems to be, by id, address, code or whole name. */
export function FindPerson({ chosen, onChoose }: FindPersonProps) {
  const t = useText('console-waiting')
  const language = useLanguage()
  const form = useFirstField()
  const { value: kept, keep } = useKept('suspense.find', '')
  const typed = kept ?? ''
  const [asked, setAsked] = useState(typed)
  const found = useFound(asked)
  async function search() {
    const query = typed.trim()
    setAsked(query)
    onChoose('')
    if (query === '') return
    // What refuses it is shown by who shows the answer.
    const answer = await find(query, language).catch(() => null)
    // Whoever is found alone is meant.
    const [only, another] = answer?.list ?? []
    if (only && !another) onChoose(only.userId)
  }

  return (
    <div className="grid gap-2">
      <form
        ref={form}
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          void search()
        }}
      >
        <Field label={t('suspense.find')} value={typed} onChange={keep} lengthMax={80} hint={t('suspense.find.hint')} />
        <Button size="small" kind="quiet" type="submit" busy={found.isFetching}>
          {t('suspense.find.action')}
        </Button>
      </form>
      <ErrorRetry of={found} aboveOld />
      {found.data?.list.length === 0 && <p className="text-15">{t('suspense.find.none')}</p>}
      {(found.data?.list.length ?? 0) > 0 && (
        <div role="radiogroup" aria-label={t('suspense.person.chosen')}>
          {found.data?.list.map(({ userId, userName, nickName }) => (
            <Radio key={userId} name="person" checked={chosen === userId} onChoose={() => onChoose(userId)}>
              <span translate="no" className="break-all">
                {userName} {nickName} · {userId}
              </span>
            </Radio>
          ))}
        </div>
      )}
    </div>
  )
}
