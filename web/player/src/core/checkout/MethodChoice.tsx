import type { ReactNode } from 'react'
import type { Decimal } from '@kit/amount/format'
import { useText } from '@kit/i18n/text'
import { useSession } from '../session/store'
import { maskId } from '@kit/ui/MaskedId'
import { Option } from '@kit/ui/Option'
import type { PayType } from './contract'
import { useFigures } from '@kit/amount/useFigures'

interface MethodChoiceProps {
  value: PayType
  onChange: (value: PayType) => void
  available: Decimal
  currency?: string
  isShort: boolean
  /** More than unpaid orders may reserve now. */
  isHeld: boolean
}

/** From where to pay: the balance here, or the wallet on chain. */
export function MethodChoice({ value, onChange, available, currency = 'USDT', isShort, isHeld }: MethodChoiceProps) {
  const t = useText('checkout')
  const { money } = useFigures()
  const address = useSession((state) => state.address)
  return (
    <fieldset>
      <legend className="mb-2 text-16 font-semibold">{t('method.label')}</legend>
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        <Method chosen={value} value="balance" title={t('method.balance')} onChange={onChange}>
          {t('method.available', { amount: money(available, currency) })}
        </Method>
        <Method chosen={value} value="chain" title={t('method.chain')} onChange={onChange}>
          {t('method.chainNote', { address: address ? maskId(address) : '—' })}
        </Method>
      </div>
      {isShort && (
        <p role="alert" className="mt-2 text-15 text-loss">
          {t('method.short', { currency })}
        </p>
      )}
      {isHeld && (
        <p role="alert" className="mt-2 text-15 text-loss">
          {t('confirm.held')}
        </p>
      )}
    </fieldset>
  )
}

interface MethodProps {
  chosen: PayType
  value: PayType
  title: string
  onChange: (value: PayType) => void
  children: ReactNode
}

function Method({ chosen, value, title, onChange, children }: MethodProps) {
  return (
    <Option
      name="method"
      value={value}
      checked={chosen === value}
      onChange={() => onChange(value)}
      look="flex min-h-16 items-start gap-3 rounded-card border border-line bg-raised p-4 has-checked:border-[var(--brass)]"
      mark="mt-0.5 size-5 shrink-0 rounded-full border border-edge checked:border-[6px] checked:border-[var(--brass)]"
    >
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="block text-15 font-semibold">{title}</span>
        <span className="block [overflow-wrap:anywhere] text-13 text-muted">{children}</span>
      </span>
    </Option>
  )
}
