import { useText } from '@kit/i18n/text'
import type { Proposal } from '../contract/contract'
import { Part } from '../frame/Panel'
import { useWords } from '../words/useWords'

/** What stands before and after a proposal, a line each. */
export function Changes({ of: lines }: { of: Proposal['diff'] }) {
  const t = useText('console')
  const { accounts } = useWords()
  return (
    <Part title={t('changes')}>
      {lines.map(({ field, before, after }) => (
        <div key={field} className="border-b border-line py-1.5 text-15 last:border-0">
          <p className="text-13 break-words text-muted">{accounts(field)}</p>
          <p translate="no" className="fig break-words">
            <span className="text-muted">{before === '' ? '–' : before}</span> → {after === '' ? '–' : after}
          </p>
        </div>
      ))}
    </Part>
  )
}
