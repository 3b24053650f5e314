import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useText } from '@kit/i18n/text'
import { askAnew, decideSlow, isFirstRead, slowStepsMs } from './decideSlow'
import { useElapsed } from './useElapsed'
import { useReach } from './useReach'

/** Says that the server is slow once a screen waits for its first answer, and lets it be asked anew. */
export function SlowNotice() {
  const t = useText('connection')
  const answers = useQueryClient()
  const isWaiting = useIsFetching({ predicate: isFirstRead }) > 0
  const reach = useReach()
  const waitedMs = useElapsed(isWaiting ? 'waiting' : 'idle', slowStepsMs)
  // Where there is no line, that is said instead.
  const said = isWaiting && reach.state === 'reached' ? decideSlow(waitedMs) : null
  if (!said) return null

  return (
    <div role="status" className="mx-4 mt-3 flex min-h-11 items-center justify-between gap-3 rounded-card border border-line bg-raised px-3 text-15">
      <span className="py-2">{t('slow')}</span>
      {said === 'retry' && (
        <button type="button" onClick={() => void askAnew(answers)} className="press min-h-11 shrink-0 px-2 font-semibold text-brass-ink">
          {t('slowRetry')}
        </button>
      )}
    </div>
  )
}
