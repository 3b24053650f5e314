import type { ReactNode } from 'react'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { CreditingPause } from '../../deposit/CreditingPause'
import { Answer } from '@kit/ui/Answer'
import { Sheet } from '@kit/ui/Sheet'
import { Skeletons } from '@kit/ui/Loading'
import { LinkButton } from '../../frame/LinkButton'
import { placeOfBought, type Kind, type Progress } from '../contract'
import { PaymentDue } from './PaymentDue'
import { PaymentUnderWay } from './PaymentUnderWay'
import { Steps } from './Steps'
import { useFigures } from '@kit/amount/useFigures'
import { AskFirst } from '@kit/ui/AskFirst'
import { toast } from '@kit/ui/toast'
import { usePayment } from './usePayment'
import { useSend } from '../../command/useSend'
import { forgetSent } from './sent'
import { Unanswered } from '../Unanswered'
import { compareAmounts } from '@kit/amount/compare'
import { signOf } from '@kit/amount/format'
import { Icon } from '@kit/ui/Icon'
import { TxLine } from '@kit/ui/TxLine'
import { useExplorer } from '../../frame/useExplorer'

/** A payment from the wallet: confirm, submitted, confirmed. All of it comes from the server, so a reload loses nothing. */
export function PaymentSheet({ intentNo, onClose }: { intentNo: string; onClose: () => void }) {
  const t = useText('checkout')
  const payment = usePayment(intentNo)
  const { progress, view, isAsking } = payment
  const { money } = useFigures()
  const what = progress.data?.purpose ?? 'machine'

  function footer(): ReactNode {
    if (!progress.data || !view) return progress.isPending ? <Skeletons heights={['52px']} /> : undefined
    if (view.face === 'paid') {
      return (
        <LinkButton kind="main" wide to={placeOfBought(what, progress.data.item.itemNo)}>
          {t(`toItem.${what}`)}
        </LinkButton>
      )
    }
    if (!view.canPay) {
      return (
        <Button kind="plain" wide onClick={onClose}>
          {t('close')}
        </Button>
      )
    }
    const due = money(progress.data.rest, progress.data.currency)
    const data = progress.data
    return (
      <Button kind="main" wide busy={isAsking} onClick={() => payment.pay(data)}>
        {isAsking ? t('inWallet') : view.face === 'part' ? t('payRest', { amount: due }) : t('payNow', { amount: due })}
      </Button>
    )
  }

  return (
    <Sheet open onClose={onClose} title={t('pay.title')} footer={footer()}>
      {/* One height for every face: a step that ends by itself moves nothing under the finger. */}
      <div className="min-h-[min(31rem,62dvh)]">
        <Answer of={progress} waiting={<Skeletons heights={['54px', '118px', '48px', '48px']} className="flex flex-col gap-4" />} missing={t('unknown')}>
          {(data) =>
            view && (
              <div className="flex flex-col gap-4">
                {view.face !== 'expired' && view.face !== 'cancelled' && <Steps current={view.step} isDone={view.face === 'paid'} />}
                {data.pauseReason && <CreditingPause reason={data.pauseReason} />}
                {(view.face === 'to_pay' || view.face === 'part') && (
                  <PaymentDue
                    payment={data}
                    view={view}
                    isReverted={payment.mined === 'reverted'}
                    isAsking={isAsking}
                    hasNoGas={payment.hasNoGas}
                    onEnd={() => void progress.refetch()}
                  />
                )}
                {(view.face === 'sent' || view.face === 'confirming' || view.face === 'closing') && (
                  <PaymentUnderWay payment={data} face={view.face} hash={view.hash} isMissing={payment.isMissing} onPayAgain={payment.giveUp} />
                )}
                {(view.face === 'paid' || view.face === 'expired' || view.face === 'cancelled') && (
                  <PaymentEnd kind={what} payment={data} face={view.face} isRunning={data.item.isRunning} hash={view.hash} />
                )}
                {view.canCancel && !isAsking && (
                  <CancelPayment intentNo={intentNo} isSent={view.isSent && !payment.isMissing} onCancelled={() => void progress.refetch()} />
                )}
              </div>
            )
          }
        </Answer>
      </div>
    </Sheet>
  )
}

interface CancelPaymentProps {
  intentNo: string
  /** A transaction is on its way: it would arrive in the balance. */
  isSent: boolean
  onCancelled: () => void
}

/** Leaves the payment after asking once. */
function CancelPayment({ intentNo, isSent, onCancelled }: CancelPaymentProps) {
  const t = useText('checkout')
  const cancel = useSend('/api/pay/cancel', {
    onDone: () => {
      forgetSent(intentNo)
      toast.success(t('cancel.done'))
      onCancelled()
    },
  })
  return (
    <AskFirst
      framed
      open={t('cancel.open')}
      keep={t('cancel.keep')}
      confirm={t('cancel.confirm')}
      isBusy={cancel.sending === 'sending'}
      isAwaited={cancel.sending === 'awaited'}
      onConfirm={() => cancel.send({ intentNo })}
    >
      <p className="text-15">{isSent ? t('cancel.textSent') : t('cancel.text')}</p>
      <Unanswered fault={cancel.fault} />
    </AskFirst>
  )
}

interface PaymentEndProps {
  kind: Kind
  payment: Progress
  face: 'paid' | 'expired' | 'cancelled'
  /** What was paid for runs already. */
  isRunning: boolean
  hash: string | null
}

/** How a payment ended, and where the money is. */
function PaymentEnd({ kind, payment, face, isRunning, hash }: PaymentEndProps) {
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
