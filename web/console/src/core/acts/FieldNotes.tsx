import { useText } from '@kit/i18n/text'
import { Announced } from '@console/words/Announced'
import type { DeclaredField } from '../../../../callFormsPlugin'
import { useWords } from '../words/useWords'
import type { Entered } from './decideAct'

interface FieldNotesProps {
  field: DeclaredField
  /** What stands now, where somebody else changed it since the typing began. */
  changedTo: Entered | null
  /** Another value was announced for it. */
  isAnnounced: boolean
}

/** What has to be known of a field beside what is typed into it. */
export function FieldNotes({ field, changedTo, isAnnounced }: FieldNotesProps) {
  const t = useText('console-acts')
  const { word } = useWords()

  function said(value: Entered): string {
    const parts = typeof value === 'string' ? [value] : Object.values(value as Readonly<Record<string, string>>)
    const named = field.is === 'choice' || field.is === 'many' ? word : (part: string) => part
    return parts.map(field.is === 'flag' ? (part) => t(part === 'true' ? 'yes' : 'no') : named).join(' · ')
  }

  return (
    <>
      {changedTo !== null && (
        <p role="status" className="mt-1 text-13 break-words text-loss">
          <Announced by={t('hint.meanwhile')}>
            <span translate="no">{said(changedTo) || '–'}</span>
          </Announced>
        </p>
      )}
      {isAnnounced && <p className="mt-1 text-13 text-muted">{t('hint.announced')}</p>}
    </>
  )
}
