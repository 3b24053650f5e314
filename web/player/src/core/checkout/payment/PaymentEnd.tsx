import { compareAmounts } from '@kit/amount/compare'
import { signOf } from '@kit/amount/format'
import { useText } from '@kit/i18n/text'
import { Icon } from '@kit/ui/Icon'
import { TxLine } from '@kit/ui/TxLine'
import { useExplorer } from '../../frame/useExplorer'
import type { Kind, Progress } from '../contract'
import { useFigures } from '@kit/amount/useFigures'

interface PaymentEndProps {
  kind: Kind
  payment: Progress
  face: 'paid' | 'expired' | 'cancelled'
  /** What was paid for runs already. */
  isRunning: boolean
  hash: string | null
}

/** How a payment ended, and where the money is. */
export function PaymentEnd({ kind, payment, face, isRunning, hash }: PaymentEndProps) {
  const t = useText('checkout')
  const linkTo = useExplorer(payment.network)
  const { money } = useFigures()
  const isPaid = face === 'paid'
  const running = isRunning && kind !== 'goods' ? kind : null
  return (
    <>
      <div role="status" className="flex flex-col items-center gap-2 px-2 py-4 text-center">
        <span className={`flex size-14 items-center justify-center rounded-full border ${isPaid ? 'border-gain text-gain' : 'border-line text-muted'}`}>
          <Icon name={isPaid ? 'check' : 'clock'} size={28} />
        </span>
        <p className="text-20 font-semibold">{t(`end.${face}`)}</p>
        {running && <p className="text-16 font-semibold text-gain">{t(`end.running.${running}`)}</p>}
        <p className="text-15 text-muted">{running ? t(`end.runningText.${running}`) : face === 'paid' ? t(`end.paidText.${kind}`) : t(`end.${face}Text`)}</p>
        {isPaid && compareAmounts(payment.credited, payment.amount) > 0 && (
          <p className="text-15">{t('surplus', { credited: money(payment.credited, payment.currency), amount: money(payment.amount, payment.currency) })}</p>
        )}
        {!isPaid && signOf(payment.credited) > 0 && <p className="text-15">{t('credited', { amount: money(payment.credited, payment.currency) })}</p>}
      </div>
      {hash && <TxLine hash={hash} link={linkTo('tx', hash)} />}
    </>
  )
}
