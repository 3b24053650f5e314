import type { Decimal } from '@kit/amount/format'
import { useFigures } from '@kit/amount/useFigures'
import { codeNotPossible, type ApiError } from '@kit/api/faults'
import { useText } from '@kit/i18n/text'
import { Alert } from '@kit/ui/Alert'
import { Button } from '@kit/ui/Button'
import { AmountFact, Fact, Facts } from '@kit/ui/Facts'
import { Sheet } from '@kit/ui/Sheet'
import { Spinner } from '@kit/ui/Spinner'
import { TxLine } from '@kit/ui/TxLine'
import type { ReactNode } from 'react'
import { isUnanswered, type Sending } from '../../command/pending'
import { CreditingPause } from '../../deposit/CreditingPause'
import { DemoCoins } from '../../deposit/DemoCoins'
import { useExplorer } from '../../frame/useExplorer'
import { Unanswered } from '../Unanswered'
import type { PayType, StartedKind } from '../contract'
import { Steps } from '../payment/Steps'
import { useTopUpFirst } from './useTopUpFirst'

interface OrderSheetProps {
  payAmount: Decimal
  currency?: string
  payType: PayType
  /** When it starts; null for what is sent instead. */
  start: { kind: StartedKind; isNow: boolean } | null
  termsVersion: string
  order: { sending: Sending; fault: unknown; refusal: ApiError | null; sendAgain: () => void }
  /** Sends it; what has no answer goes out again as it was instead. */
  send: () => void
  /** What has to be read before the button is pressed again. */
  note?: ReactNode
  onClose: () => void
  /** What is bought, and what its sum is made of. */
  children: ReactNode
}

/** The purchase once more in a few lines, before anything moves. */
export function OrderSheet({ payAmount, currency = 'USDT', payType, start, termsVersion, order, send, note, onClose, children }: OrderSheetProps) {
  const t = useText('checkout')
  const { money } = useFigures()
  // An order that is under way, or whose answer was lost, may have taken the balance already.
  const isBusy = order.sending === 'sending'
  const isOpen = isBusy || (order.fault !== null && isUnanswered(order.fault))
  const press = order.sending === 'unanswered' ? order.sendAgain : send
  const first = useTopUpFirst({ isWanted: payType === 'balance' && !isOpen, payAmount, currency, onThere: press })
  const isReserved = payType === 'chain' && order.refusal?.code === codeNotPossible
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('confirm.title')}
      footer={
        <div className="flex flex-col gap-2">
          <Unanswered fault={order.fault} />
          {isReserved && <Alert size={13}>{t('confirm.held')}</Alert>}
          {note}
          {first.step === 'buy' ? (
            <Button kind="main" wide busy={isBusy} onClick={press}>
              {payType === 'balance' ? t('confirm.payBalance', { amount: money(payAmount, currency) }) : t('confirm.reserve')}
            </Button>
          ) : (
            <Button kind="main" wide busy={first.step !== 'top_up' && first.step !== 'short'} disabled={first.step === 'short'} onClick={first.topUp}>
              {first.step === 'asking'
                ? t('inWallet')
                : first.step === 'top_up' || first.step === 'short'
                  ? t('first.action', { amount: money(first.missing, currency) })
                  : t(first.step === 'awaited' ? 'first.arriving' : 'first.waiting')}
            </Button>
          )}
        </div>
      }
    >
      {payType === 'chain' && (
        <div className="mb-3">
          <Steps current="confirm" isDone={false} />
        </div>
      )}
      <Facts>
        {children}
        <AmountFact name={t('order.pay')} value={payAmount} currency={currency} strong />
        <Fact name={t('confirm.from')}>{payType === 'balance' ? t('method.balance') : t('method.chain')}</Fact>
        {start && (
          <Fact name={t(`confirm.start.${start.kind}`)} note={start.isNow ? t('confirm.startNowNote') : t('confirm.startLaterNote')}>
            {start.isNow ? t('confirm.startNow') : t('confirm.startLater')}
          </Fact>
        )}
      </Facts>
      <TopUpFirst first={first} />
      {payType === 'chain' && <p className="mt-2 text-13 text-muted">{t('confirm.chainNote')}</p>}
      <p className="mt-2 text-13 text-muted">{t('confirm.terms', { version: termsVersion })}</p>
    </Sheet>
  )
}

/** What the balance lacks, and how its top-up from the wallet stands; nothing where it lacks nothing. */
function TopUpFirst({ first }: { first: ReturnType<typeof useTopUpFirst> }) {
  const t = useText('checkout')
  const { money } = useFigures()
  const linkTo = useExplorer(first.network?.network)
  const { step, missing, held, sending, network, currency } = first
  if (step === 'buy' || missing === null) return null
  return (
    <section aria-label={t('first.title')} className="mt-3 flex flex-col gap-3 rounded-card border border-[var(--brass)] p-4">
      <p className="text-15">{t(step === 'awaited' ? 'first.awaited' : 'first.missing', { amount: money(missing, currency) })}</p>
      {network?.pauseReason && <CreditingPause reason={network.pauseReason} />}
      {(step === 'top_up' || step === 'short') && held !== undefined && (
        <p className={`text-13 ${step === 'short' ? 'text-loss' : 'text-muted'}`}>
          {t(step === 'short' ? 'held.short' : 'held.enough', { amount: money(held, currency) })}
        </p>
      )}
      {step === 'short' && <DemoCoins />}
      {sending === 'no_gas' && <Alert size={13}>{t('noGas')}</Alert>}
      {sending === 'no_wallet' && <Alert size={13}>{t('first.noWallet')}</Alert>}
      {step === 'asking' && (
        <p role="status" className="rounded-card bg-sunk p-3 text-15">
          {t('asking')}
        </p>
      )}
      {step === 'unsure' && (
        <Alert tone="plain" size={13}>
          {t('first.unsure')}
        </Alert>
      )}
      {step === 'under_way' && (
        <p role="status" className="flex items-center gap-2 text-15">
          <span className="text-brass-ink">
            <Spinner size={18} />
          </span>
          {first.receipt && network
            ? t('confirmations', { count: Math.min(first.receipt.confirmations, network.confirmations), required: network.confirmations })
            : t('under.sent')}
        </p>
      )}
      {first.hash && <TxLine hash={first.hash} link={linkTo('tx', first.hash)} />}
      {step !== 'awaited' && <p className="text-13 text-muted">{t('first.leave')}</p>}
    </section>
  )
}
