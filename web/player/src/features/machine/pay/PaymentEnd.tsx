import { compareAmounts } from '@kit/amount/compare'
import { signOf } from '@kit/amount/format'
import { useText } from '@kit/i18n/text'
import { Icon } from '@kit/ui/Icon'
import { TxLine } from '@kit/ui/TxLine'
import { useExplorer } from '@core/frame/useExplorer'
import type { Progress } from '../contract'
import { useFigures } from '../useFigures'

interface PaymentEndProps {
  payment: Progress
  face: 'paid' | 'expired' | 'cancelled'
  /** What was paid for runs already. */
  isRunning: boolean
  hash: string | null
}

/** How a payment ended, and where the money is. */
export function PaymentEnd({ payment, face, isRunning, hash }: PaymentEndProps) {
  const t = useText('machine-pay')
  const linkTo = useExplorer(payment.network)
  const { money } = useFigures()
  const isPaid = face === 'paid'
  return (
    <>
      <div role="status" className="flex flex-col items-center gap-2 px-2 py-4 text-center">
        <span className={`flex size-14 items-center justify-center rounded-full border ${isPaid ? 'border-gain text-gain' : 'border-line text-muted'}`}>
          <Icon name={isPaid ? 'check' : 'clock'} size={28} />
        </span>
        <p className="text-20 font-semibold">{t(`end.${face}`)}</p>
        {isRunning && <p className="text-16 font-semibold text-gain">{t('end.running')}</p>}
        <p className="text-15 text-muted">{t(isRunning ? 'end.running.text' : `end.${face}.text`)}</p>
        {isPaid && compareAmounts(payment.credited, payment.amount) > 0 && (
          <p className="text-15">{t('surplus', { credited: money(payment.credited, payment.currency), amount: money(payment.amount, payment.currency) })}</p>
        )}
        {!isPaid && signOf(payment.credited) > 0 && <p className="text-15">{t('credited', { amount: money(payment.credited, payment.currency) })}</p>}
      </div>
      {hash && <TxLine hash={hash} link={linkTo('tx', hash)} />}
    </>
  )
}
