import { formatAmount, isDecimal } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import type { Language } from '@kit/i18n/language'
import type { Proposal } from '../contract/contract'
import { Part } from '../frame/Panel'
import type { Who } from '../words/withName'
import { useWords } from '../words/useWords'

/** What stands before and after a proposal, a line each. */
export function Changes({ of: { diff, ...who } }: { of: Who & Pick<Proposal, 'diff'> }) {
  const t = useText('console')
  const { accountsOf } = useWords()
  const language = useLanguage()
  const said = (value: string) => (value === '' ? '–' : grouped(value, language))
  return (
    <Part title={t('changes')}>
      {diff.map(({ field, before, after }) => (
        <div key={field} className="border-b border-line py-1.5 text-15 last:border-0">
          <p className="text-13 break-words text-muted">{accountsOf(who, field)}</p>
          <p translate="no" className="fig break-words">
            <span className="text-muted">{said(before)}</span> → {said(after)}
          </p>
        </div>
      ))}
    </Part>
  )
}

/** A figure as it stands elsewhere on the screen, alone or before its currency; anything else as it is. */
function grouped(value: string, language: Language): string {
  const [figure = '', ...unit] = value.split(' ')
  return isDecimal(figure) && unit.length < 2 ? [formatAmount(figure, language), ...unit].join(' ') : value
}
