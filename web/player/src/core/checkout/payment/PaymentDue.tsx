import { useText } from '@kit/i18n/text'
import { Alert } from '@kit/ui/Alert'
import { Amount } from '@kit/ui/Amount'
import { Card } from '@kit/ui/Card'
import { Countdown } from '@kit/ui/Countdown'
import { Icon } from '@kit/ui/Icon'
import { Disclosure } from '@kit/ui/Disclosure'
import { useFigures } from '@kit/amount/useFigures'
import { compareAmounts } from '@kit/amount/compare'
import { DemoCoins } from '../../deposit/DemoCoins'
import { useSession } from '../../session/store'
import { useTokenBalance } from '../../deposit/tokenBalance'
import type { Progress } from '../contract'
import type { PaymentView } from './decidePayment'
import { CopyButton } from '@kit/ui/CopyButton'
import { ExplorerLink } from '@kit/ui/TxLine'
import { useExplorer } from '../../frame/useExplorer'
import { DepositMark } from '../../deposit/DepositMark'
import { DepositQr } from '../../deposit/DepositQr'
import { maskId } from '@kit/ui/MaskedId'
import { Fact, Facts } from '@kit/ui/Facts'
import { Verbatim } from '@kit/ui/Verbatim'

interface PaymentDueProps {
  payment: Progress
  view: PaymentView
  /** The last transaction was taken back by the chain. */
  isReverted: boolean
  isAsking: boolean
  /** The wallet lacks the coins for the network's fee. */
  hasNoGas: boolean
  onEnd: () => void
}

const rules = ['late', 'short', 'over', 'sender'] as const

/** What is to be paid, until when, and what becomes of a payment that does not fit. */
export function PaymentDue({ payment, view, isReverted, isAsking, hasNoGas, onEnd }: PaymentDueProps) {
  const t = useText('checkout')
  const { money } = useFigures()
  return (
    <>
      <Card>
        <div className="text-center">
          <p className="text-13 text-muted">{view.face === 'part' ? t('due.rest') : t('due.amount')}</p>
          <p className="text-[clamp(1rem,7vw,1.75rem)] leading-tight font-semibold">
            <Amount value={payment.rest} currency={payment.currency} />
          </p>
          <p className="mt-1 text-13 text-muted">{t(`openPayment.text.${payment.purpose}`, { name: payment.item.name, count: payment.item.quantity })}</p>
          {view.face === 'part' && (
            <p className="mt-1 text-13 text-muted">
              {t('due.arrived', { credited: money(payment.credited, payment.currency), amount: money(payment.amount, payment.currency) })}
            </p>
          )}
        </div>
        <div aria-hidden className="rule my-3" />
        <p className="flex items-center justify-center gap-2 text-15">
          <Icon name="clock" size={18} />
          <span>
            {t('due.reserved')} <Countdown until={payment.expireAt} onEnd={onEnd} />
          </span>
        </p>
      </Card>
      {!isAsking && <WalletHolding payment={payment} />}
      {isAsking && (
        <p role="status" className="rounded-card bg-sunk p-3 text-15">
          {t('asking')}
        </p>
      )}
      {isReverted && <Alert framed>{t('reverted')}</Alert>}
      {hasNoGas && !isAsking && <Alert framed>{t('noGas')}</Alert>}
      {view.isUnsure && !isAsking && (
        <Alert tone="plain" framed>
          {t('unsure')}
        </Alert>
      )}
      <PayByHand payment={payment} />
      <Disclosure title={t('rules.title')}>
        <ul className="flex flex-col gap-2 text-15">
          {rules.map((rule) => (
            <li key={rule}>{t(`rules.${rule}`)}</li>
          ))}
        </ul>
      </Disclosure>
    </>
  )
}

/** What the wallet holds of the token to pay with; where it is too little, it says so before the wallet does. */
function WalletHolding({ payment }: { payment: Progress }) {
  const t = useText('checkout')
  const { money } = useFigures()
  const token = useSession((state) =>
    state.app?.networks.find(({ network }) => network === payment.network)?.tokens.find(({ currency }) => currency === payment.currency),
  )
  const { data: held } = useTokenBalance(token ?? null)
  if (held === undefined) return null
  const isShort = compareAmounts(held, payment.rest) < 0
  return (
    <>
      <p className={`text-center text-13 ${isShort ? 'text-loss' : 'text-muted'}`}>
        {t(isShort ? 'held.short' : 'held.enough', { amount: money(held, payment.currency) })}
      </p>
      {isShort && <DemoCoins />}
    </>
  )
}

/** Everything needed to pay from the wallet's own send screen. */
function PayByHand({ payment }: { payment: Progress }) {
  const t = useText('checkout')
  const linkTo = useExplorer(payment.network)
  const { figure } = useFigures()
  const address = useSession((state) => state.address)
  return (
    <Disclosure title={t('hand.title')}>
      <div className="mx-auto w-44 max-w-full">
        <DepositQr address={payment.payAddress} label={t('hand.qr')} />
      </div>
      <Facts>
        <Fact name={t('hand.address')}>
          <DepositMark>
            <span className="flex items-center gap-1 px-2">
              <Verbatim look="fig min-w-0 text-13 break-all">{payment.payAddress}</Verbatim>
              <CopyButton value={payment.payAddress} what={t('hand.address')} />
              <ExplorerLink link={linkTo('address', payment.payAddress)} />
            </span>
          </DepositMark>
        </Fact>
        <Fact name={t('hand.amount')}>
          <span className="flex items-center gap-1">
            <span className="fig">{figure(payment.rest, { currency: payment.currency })}</span>
            <CopyButton value={payment.rest} what={t('hand.amount')} />
          </span>
        </Fact>
        <Fact name={t('hand.token')} note={<Verbatim look="fig break-all">{payment.token}</Verbatim>}>
          <span translate="no">
            {payment.currency} · {payment.network}
          </span>
        </Fact>
        {address && (
          <Fact name={t('hand.from')} note={t('hand.fromNote')}>
            <Verbatim look="fig break-all">{maskId(address)}</Verbatim>
          </Fact>
        )}
      </Facts>
    </Disclosure>
  )
}
