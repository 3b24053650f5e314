import { useText } from '@kit/i18n/text'
import { Alert } from '@kit/ui/Alert'
import { Amount } from '@kit/ui/Amount'
import { AskFirst } from '@kit/ui/AskFirst'
import { Card } from '@kit/ui/Card'
import { Spinner } from '@kit/ui/Spinner'
import { TxLine } from '@kit/ui/TxLine'
import { useExplorer } from '../../frame/useExplorer'
import type { Progress } from '../contract'
import { confirmedShare, type PayFace, type PaymentView } from './decidePayment'
import { Ticks } from '@kit/ui/Ticks'

interface PaymentUnderWayProps {
  payment: Progress
  hash: PaymentView['hash']
  face: Extract<PayFace, 'sent' | 'confirming' | 'closing'>
  /** The chain does not know the transaction after a minute. */
  isMissing: boolean
  /** Gives the transaction up. */
  onPayAgain: () => void
}

/** The payment is on its way: what has been seen of it, and that nobody needs to wait here. */
export function PaymentUnderWay({ payment, hash, face, isMissing, onPayAgain }: PaymentUnderWayProps) {
  const t = useText('checkout')
  const linkTo = useExplorer(payment.network)
  const isSent = face === 'sent'
  return (
    <>
      <Card>
        <div role="status" className="flex flex-col items-center gap-2 text-center">
          <span className="text-brass-ink">
            <Spinner size={32} />
          </span>
          <p className="text-18 font-semibold">{t(`under.${face}`)}</p>
          <p className="text-15">
            <Amount value={payment.amount} currency={payment.currency} />
          </p>
        </div>
        {face === 'confirming' && (
          <div className="mt-4">
            <Ticks share={confirmedShare(payment)} />
            <p className="fig mt-1 text-center text-13 text-muted">
              {t('confirmations', { count: payment.confirmations, required: payment.requiredConfirmations })}
            </p>
          </div>
        )}
        <p className="mt-3 text-center text-13 text-muted">{t('under.leave')}</p>
      </Card>
      {hash && <TxLine hash={hash} link={linkTo('tx', hash)} />}
      {isMissing && (
        <Alert tone="plain" framed>
          {t('under.missing')}
        </Alert>
      )}
      {isSent && (isMissing || !payment.txHash) && (
        <AskFirst open={t('again.open')} confirm={t('again.confirm')} onConfirm={onPayAgain} framed>
          <p className="text-15">{t('again.text')}</p>
        </AskFirst>
      )}
    </>
  )
}
