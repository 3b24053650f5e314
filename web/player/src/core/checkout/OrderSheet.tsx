import type { ReactNode } from 'react'
import type { ApiError } from '@kit/api/faults'
import { useFigures } from '@kit/amount/useFigures'
import type { Decimal } from '@kit/amount/format'
import { useText } from '@kit/i18n/text'
import { Alert } from '@kit/ui/Alert'
import { Amount } from '@kit/ui/Amount'
import { Button } from '@kit/ui/Button'
import { Fact, Facts } from '@kit/ui/Facts'
import { Sheet } from '@kit/ui/Sheet'
import type { Kind, PayType } from './contract'
import { Steps } from './Steps'
import { Unanswered } from './Unanswered'

interface OrderSheetProps {
  kind: Kind
  payAmount: Decimal
  payType: PayType
  startsNow: boolean
  termsVersion: string
  isBusy: boolean
  fault: unknown
  refusal: ApiError | null
  /** What has to be read before the button is pressed again. */
  note?: ReactNode
  onPress: () => void
  onClose: () => void
  /** What is bought, and what its sum is made of. */
  children: ReactNode
}

/** Sold out, or the income pool is too small: from the wallet also when unpaid payments reserve their share. */
const codesReserved = [1501, 1503]

/** The purchase once more in a few lines, before anything moves. */
export function OrderSheet({ kind, payAmount, payType, startsNow, termsVersion, isBusy, fault, refusal, note, onPress, onClose, children }: OrderSheetProps) {
  const t = useText('checkout')
  const { money } = useFigures()
  const isReserved = payType === 'chain' && refusal !== null && codesReserved.includes(refusal.code)
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('confirm.title')}
      footer={
        <div className="flex flex-col gap-2">
          <Unanswered fault={fault} />
          {isReserved && <Alert size={13}>{t('confirm.held')}</Alert>}
          {note}
          <Button kind="main" wide busy={isBusy} onClick={onPress}>
            {payType === 'balance' ? t('confirm.payBalance', { amount: money(payAmount, 'USDT') }) : t('confirm.reserve')}
          </Button>
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
        <Fact name={t('order.pay')} strong>
          <Amount value={payAmount} currency="USDT" />
        </Fact>
        <Fact name={t('confirm.from')}>{payType === 'balance' ? t('method.balance') : t('method.chain')}</Fact>
        <Fact name={t(`confirm.start.${kind}`)} note={startsNow ? t('confirm.startNowNote') : t('confirm.startLaterNote')}>
          {startsNow ? t('confirm.startNow') : t('confirm.startLater')}
        </Fact>
      </Facts>
      {payType === 'chain' && <p className="mt-2 text-13 text-muted">{t('confirm.chainNote')}</p>}
      <p className="mt-2 text-13 text-muted">{t('confirm.terms', { version: termsVersion })}</p>
    </Sheet>
  )
}
