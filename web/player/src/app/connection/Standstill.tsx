import { useAnswer } from '@core/queries/useAnswer'
import { useSession } from '@core/session/store'
import { useText } from '@kit/i18n/text'
import { Bar } from '../shell/Bar'

/** What the platform stopped, why, and whether withdrawals go on: on every screen until it runs again. */
export function Standstill() {
  const t = useText('common')
  // The start asks for the same facts; this goes on from there.
  const isStarted = useSession((state) => state.app !== null)
  const { data } = useAnswer('/api/open/app', {}, { enabled: isStarted, isShell: true })
  if (!data?.alert) return null
  const { cause, text, parts } = data.alert
  // A check's own words are for operators; people stop things for reasons that users can read.
  const reasons = cause === 'operator' ? [...new Set(parts.map(({ reason }) => reason))] : []
  return (
    <Bar tone="loss" label={t('shell.standstill')}>
      <p>{text}</p>
      {reasons.map((reason) => (
        <p key={reason} className="mt-1 text-13 text-muted">
          {reason}
        </p>
      ))}
    </Bar>
  )
}
