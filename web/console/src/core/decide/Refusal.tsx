import { Link } from 'react-router'
import { useText } from '@kit/i18n/text'
import { pendingOf, wordsOf } from './approve'
import { addressOf } from './PendingOn'

/** Why something does not come about, with the way to the proposal that is before it, if one is. */
export function Refusal({ of: fault }: { of: unknown }) {
  const t = useText('console')
  const words = wordsOf(fault)
  const pending = pendingOf(fault)
  return (
    <div role="status">
      {words !== null && <p className="text-15 break-words text-loss">{words}</p>}
      {pending !== null && (
        <Link to={addressOf(pending)} className="inline-flex min-h-11 items-center text-15 font-medium text-brass-ink underline underline-offset-4">
          {t('form.pending')}
        </Link>
      )}
    </div>
  )
}
