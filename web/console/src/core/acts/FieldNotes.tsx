import { formatAmount, isDecimal } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import { formatTime, readClockField } from '@kit/time/zone'
import { Announced } from '@console/words/Announced'
import type { DeclaredField } from '../../../../callFormsPlugin'
import { useWords } from '../words/useWords'
import { boundedDecimalsMax, type Entered } from './decideAct'

interface FieldNotesProps {
  field: DeclaredField
  /** It is a figure within bounds. */
  isBounded: boolean
  /** What stands now, where somebody else changed it since the typing began. */
  changedTo: Entered | null
  /** Another value was announced for it. */
  isAnnounced: boolean
}

/** What has to be known of a field beside what is typed into it. */
export function FieldNotes({ field, isBounded, changedTo, isAnnounced }: FieldNotesProps) {
  const t = useText('console-acts')
  const language = useLanguage()
  const { word } = useWords()
  const isFigure = isBounded || field.is === 'amount' || field.is === 'count'

  function said(value: Entered): string {
    const parts = typeof value === 'string' ? [value] : Object.values(value as Readonly<Record<string, string>>)
    return parts.map(partOf).join(' · ')
  }

  function partOf(part: string): string {
    if (field.is === 'flag') return t(part === 'true' ? 'yes' : 'no')
    if (field.is === 'choice' || field.is === 'many') return word(part)
    if (field.is === 'time' && part !== '') return formatTime(readClockField(part), language)
    return isFigure && isDecimal(part) ? formatAmount(part, language, { decimalsMax: boundedDecimalsMax }) : part
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
