import { useText } from '@kit/i18n/text'
import { decideDuration } from './decideWithdraw'

/** The median time from request to confirmation, of withdrawals that were really paid. */
export function UsualTime({ medianMinutes }: { medianMinutes: number | null }) {
  const t = useText('withdrawal')
  const duration = decideDuration(medianMinutes)
  return duration ? (
    <span className="fig">{t(`duration.${duration.unit}`, { count: duration.count })}</span>
  ) : (
    <span className="text-muted">{t('duration.none')}</span>
  )
}
