import { useId } from 'react'
import { useText } from '@kit/i18n/text'
import { Card } from '@kit/ui/Card'
import { Icon } from '@kit/ui/Icon'
import type { Quoted, StartedKind } from '../contract'
import type { OrderForm } from './useOrderForm'

/** The cooling-off explained, and the explicit waiver that starts what is bought at once. */
export function StartChoice({ kind, form: { startsNow, chooseStart } }: { kind: StartedKind; form: Pick<OrderForm<Quoted>, 'startsNow' | 'chooseStart'> }) {
  const t = useText('checkout')
  const id = useId()
  return (
    <Card label={t('cooling.title')}>
      <h2 className="text-16 font-semibold">{t('cooling.title')}</h2>
      <p className="mt-1 text-15 text-muted">{t(`cooling.text.${kind}`)}</p>
      <div aria-hidden className="rule my-3" />
      <label htmlFor={id} className="flex min-h-11 items-start gap-3">
        <span className="relative mt-0.5 flex size-6 shrink-0 items-center justify-center text-on-brass">
          <input
            id={id}
            type="checkbox"
            checked={startsNow}
            onChange={(event) => chooseStart(event.target.checked)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-chip border border-edge bg-canvas checked:border-[var(--brass)] checked:bg-brass"
          />
          {startsNow && <Icon name="check" size={18} look="pointer-events-none relative" />}
        </span>
        <span className="text-15">{t(`cooling.waive.${kind}`)}</span>
      </label>
    </Card>
  )
}
