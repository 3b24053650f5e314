import { useId } from 'react'
import { useText } from '@kit/i18n/text'
import { Icon } from '@kit/ui/Icon'
import type { Quoted } from '../contract'
import type { OrderForm } from './useOrderForm'

/** How many: a stepper that can be typed into. */
export function QuantityField({ form: { typed, max, quantity, type: onType } }: { form: Pick<OrderForm<Quoted>, 'typed' | 'max' | 'quantity' | 'type'> }) {
  const t = useText('checkout')
  const id = useId()
  const value = quantity.ok ? quantity.value : 0
  const problem = quantity.ok ? null : quantity.problem === 'missing' ? t('quantity.missing') : t('quantity.range', { max })
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <label htmlFor={id} className="text-16 font-semibold">
          {t('quantity.label')}
          <span className="block text-13 font-normal text-muted">{t('quantity.bound', { max })}</span>
        </label>
        <div className={`ml-auto flex items-center rounded-field border bg-canvas ${problem ? 'border-loss' : 'border-edge'}`}>
          <StepButton label={t('quantity.less')} icon="minus" isOff={value <= 1} onPress={() => onType(String(Math.max(1, value - 1)))} />
          <input
            id={id}
            inputMode="numeric"
            autoComplete="off"
            enterKeyHint="done"
            maxLength={3}
            value={typed}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-problem` : undefined}
            onChange={(event) => onType(event.target.value.replace(/\D/g, ''))}
            className="fig h-12 w-14 rounded-field bg-transparent text-center text-20 font-semibold"
          />
          <StepButton label={t('quantity.more')} icon="plus" isOff={value >= max} onPress={() => onType(String(Math.min(max, value + 1)))} />
        </div>
      </div>
      {problem && (
        <p id={`${id}-problem`} role="alert" className="mt-2 text-right text-13 text-loss">
          {problem}
        </p>
      )}
    </div>
  )
}

function StepButton({ label, icon, isOff, onPress }: { label: string; icon: 'plus' | 'minus'; isOff: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      // One that is disabled under the focus loses it, and the keyboard its place.
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onPress}
      className="press inline-flex size-12 items-center justify-center rounded-field text-brass-ink off:text-muted off:opacity-50"
    >
      <Icon name={icon} size={20} />
    </button>
  )
}
