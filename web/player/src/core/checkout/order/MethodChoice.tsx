import type { ReactNode } from 'react'
import type { Decimal } from '@kit/amount/format'
import { useText } from '@kit/i18n/text'
import { useSession } from '../../session/store'
import { Alert } from '@kit/ui/Alert'
import { maskId } from '@kit/ui/MaskedId'
import { Option } from '@kit/ui/Option'
import type { PayType, Quoted } from '../contract'
import type { OrderForm } from './useOrderForm'
import { useFigures } from '@kit/amount/useFigures'

interface MethodChoiceProps {
  form: Pick<OrderForm<Quoted>, 'payType' | 'choose' | 'isShort' | 'isHeld'>
  available: Decimal
  currency: string
}

/** From where to pay: the balance here, or the wallet on chain. */
export function MethodChoice({ form, available, currency }: MethodChoiceProps) {
  const t = useText('checkout')
  const { owned } = useFigures()
  const address = useSession((state) => state.address)
  return (
    <fieldset>
      <legend className="mb-2 text-16 font-semibold">{t('method.label')}</legend>
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        <Method form={form} value="balance" title={t('method.balance')}>
          {t('method.available', { amount: owned(available, currency) })}
        </Method>
        <Method form={form} value="chain" title={t('method.chain')}>
          {t('method.chainNote', { address: address ? maskId(address) : '—' })}
        </Method>
      </div>
      <div className="mt-2 flex flex-col gap-2 empty:hidden">
        {form.isShort && <Alert>{t('method.short', { currency })}</Alert>}
        {form.isHeld && <Alert>{t('confirm.held')}</Alert>}
      </div>
    </fieldset>
  )
}

interface MethodProps extends Pick<MethodChoiceProps, 'form'> {
  value: PayType
  title: string
  children: ReactNode
}

function Method({ form, value, title, children }: MethodProps) {
  return (
    <Option
      name="method"
      value={value}
      checked={form.payType === value}
      onChange={() => form.choose(value)}
      look="flex min-h-16 items-start gap-3 rounded-card border border-line bg-raised p-4 has-checked:border-brass-ink"
      mark="mt-0.5 size-5 shrink-0 rounded-full border border-edge checked:border-[6px] checked:border-brass-ink"
    >
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="block text-15 font-semibold">{title}</span>
        <span className="block [overflow-wrap:anywhere] text-13 text-muted">{children}</span>
      </span>
    </Option>
  )
}
