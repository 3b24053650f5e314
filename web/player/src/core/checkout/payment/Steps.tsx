import { useText } from '@kit/i18n/text'
import { Icon } from '@kit/ui/Icon'
import { paySteps, type PayStep } from './decidePayment'

/** The three steps of a payment from the wallet, as an engraved line. */
export function Steps({ current, isDone }: { current: PayStep; isDone: boolean }) {
  const t = useText('checkout')
  const at = paySteps.indexOf(current)
  return (
    <ol className="flex" aria-label={t('steps')}>
      {paySteps.map((step, index) => {
        const isPast = index < at || (isDone && index === at)
        const isNow = index === at
        return (
          <li key={step} aria-current={isNow ? 'step' : undefined} className="relative flex min-w-0 flex-1 flex-col items-center gap-1.5 text-center">
            {index > 0 && (
              <span aria-hidden className={`absolute top-3.5 right-[calc(50%+.875rem)] h-px w-[calc(100%-1.75rem)] ${index <= at ? 'bg-brass' : 'bg-line'}`} />
            )}
            <span
              aria-hidden
              className={`fig relative flex size-7 items-center justify-center rounded-full border text-13 ${
                isPast ? 'border-brass bg-brass text-on-brass' : isNow ? 'border-[var(--brass)] bg-canvas text-brass-ink' : 'border-line bg-canvas text-muted'
              }`}
            >
              {isPast ? <Icon name="check" size={16} /> : index + 1}
            </span>
            <span className={`w-full text-13 leading-tight tiny:text-11 break-words ${isNow ? 'font-semibold' : 'text-muted'}`}>{t(`step.${step}`)}</span>
          </li>
        )
      })}
    </ol>
  )
}
