import { useLanguage, useText } from '@kit/i18n/text'
import type { Proposal } from '../contract/contract'
import { Part } from '../frame/Panel'
import type { Who } from '../words/withName'
import { useWords } from '../words/useWords'
import { sayValue } from './sayValue'

/** What stands before and after a proposal, a line each. */
export function Changes({ of: { diff, ...who } }: { of: Who & Pick<Proposal, 'diff'> }) {
  const t = useText('console')
  const { accountsOf } = useWords()
  const language = useLanguage()
  return (
    <Part title={t('changes')}>
      {diff.map(({ field, before, after }) => (
        <div key={field} className="border-b border-line py-1.5 text-15 last:border-0">
          <p className="text-13 break-words text-muted">{accountsOf(who, field)}</p>
          <p translate="no" className="fig break-words">
            <span className="text-muted">{sayValue(before, language)}</span> → {sayValue(after, language)}
          </p>
        </div>
      ))}
    </Part>
  )
}
