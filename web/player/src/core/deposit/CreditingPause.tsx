import { needsPeople, type PauseReason } from './pause'
import { useText } from '@kit/i18n/text'

/** Why transfers are not credited now, what becomes of the money, and whether that ends by itself. */
export function CreditingPause({ reason }: { reason: PauseReason }) {
  const t = useText('deposit')
  const isGrave = needsPeople(reason)
  return (
    <p role={isGrave ? 'alert' : 'status'} className={`rounded-card border p-3 text-15 ${isGrave ? 'border-loss' : 'border-[var(--brass)]'}`}>
      {t(`${reason}`)}
    </p>
  )
}
