import { needsPeople, type PauseReason } from './pause'
import { useText } from '@kit/i18n/text'
import { Alert } from '@kit/ui/Alert'

/** Why transfers are not credited now, what becomes of the money, and whether that ends by itself. */
export function CreditingPause({ reason }: { reason: PauseReason }) {
  const t = useText('deposit')
  return (
    <Alert tone={needsPeople(reason) ? 'loss' : 'plain'} framed>
      {t(`${reason}`)}
    </Alert>
  )
}
