import { useText } from '@kit/i18n/text'
import { useSession } from '../../session/store'
import { CopyButton } from '@kit/ui/CopyButton'
import { ExplorerLink } from '@kit/ui/TxLine'
import { useExplorer } from '../../frame/useExplorer'
import { DepositMark } from '../../deposit/DepositMark'
import { DepositQr } from '../../deposit/DepositQr'
import { maskId } from '@kit/ui/MaskedId'
import { Fact, Facts } from '@kit/ui/Facts'
import type { Progress } from '../contract'
import { Disclosure } from '@kit/ui/Disclosure'
import { useFigures } from '@kit/amount/useFigures'

/** Everything needed to pay from the wallet's own send screen. */
export function PayByHand({ payment }: { payment: Progress }) {
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
              <span className="fig min-w-0 text-13 break-all" translate="no">
                {payment.payAddress}
              </span>
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
        <Fact
          name={t('hand.token')}
          note={
            <span className="fig break-all" translate="no">
              {payment.token}
            </span>
          }
        >
          <span translate="no">
            {payment.currency} · {payment.network}
          </span>
        </Fact>
        {address && (
          <Fact name={t('hand.from')} note={t('hand.fromNote')}>
            <span className="fig break-all" translate="no">
              {maskId(address)}
            </span>
          </Fact>
        )}
      </Facts>
    </Disclosure>
  )
}
