import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useSession } from '@core/session/store'
import { useLanguage, useText } from '@kit/i18n/text'
import { onServersClock } from '@kit/time/clock'
import { formatTime } from '@kit/time/zone'
import { NewVersion } from './NewVersion'
import { useReach } from './useReach'
import { askAnew, decideSlow, isFirstRead, slowStepsMs } from './decideSlow'
import { useElapsed } from './useElapsed'

/** What is said of the line to the server and of the app's version, on every screen. */
export function Connection() {
  const isSignedIn = useSession((state) => state.token !== null)
  return (
    <>
      <NewVersion />
      {isSignedIn && <OfflineNotice />}
      {isSignedIn && <SlowNotice />}
    </>
  )
}

/** A time whose day, hour and minute have two digits. */
const longMs = Date.UTC(2026, 10, 20, 12, 20)

/** Says that the server is not there, and from when the figures on the screen are. */
function OfflineNotice() {
  const t = useText('connection')
  const language = useLanguage()
  const reach = useReach()
  if (reach.state === 'reached') return null
  const { state, asOfMs } = reach
  const dated = (ms: number) => t(`at.${state}`, { time: formatTime(onServersClock(ms), language) })
  // The longer sentence keeps its place, so that nothing moves once it is known from when the figures are.
  return (
    <p
      role="status"
      data-longest={dated(asOfMs ?? longMs)}
      className="mx-4 mt-3 grid items-center rounded-card border border-[var(--brass)] bg-raised p-3 text-15 break-words after:invisible after:content-[attr(data-longest)] after:[grid-area:1/1]"
    >
      <span className="min-w-0 [grid-area:1/1]">{asOfMs === null ? t(`bare.${state}`) : dated(asOfMs)}</span>
    </p>
  )
}

/** Says that the server is slow once a screen waits for its first answer, and lets it be asked anew. */
function SlowNotice() {
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
