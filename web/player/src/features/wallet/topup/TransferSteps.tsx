import { useText } from '@kit/i18n/text'
import { Icon } from '@kit/ui/Icon'
import { Spinner } from '@kit/ui/Spinner'
import { steps, type TransferStep, type StepState } from './decideTopUp'

const inks: Record<StepState, string> = { done: 'text-gain', active: 'text-brass-ink', waiting: 'text-muted', failed: 'text-loss' }

/** The way of a transfer, step by step. */
export function TransferSteps({
  states,
  confirmations,
}: {
  states: Record<TransferStep, StepState>
  confirmations: { count: number; required: number } | null
}) {
  const t = useText('wallet')
  return (
    <ol aria-live="polite" className="flex flex-col">
      {steps.map((step, index) => {
        const state = states[step]
        return (
          <li key={step} aria-current={state === 'active' ? 'step' : undefined} className="relative flex gap-3 pb-4 last:pb-0">
            {index < steps.length - 1 && <span aria-hidden className="absolute top-8 bottom-0 left-4 w-px -translate-x-1/2 bg-line" />}
            <span className={`flex size-8 shrink-0 items-center justify-center rounded-full border border-line bg-sunk ${inks[state]}`}>
              {state === 'done' && <Icon name="check" size={18} />}
              {state === 'active' && <Spinner size={18} />}
              {state === 'failed' && <Icon name="close" size={18} />}
              {state === 'waiting' && <span className="fig text-13">{index + 1}</span>}
            </span>
            <span className="min-w-0 break-words pt-1">
              <span className={`block text-15 ${state === 'waiting' ? 'text-muted' : 'font-medium'}`}>
                {t(`topUp.step.${step}`)}
                <span className="sr-only"> – {t(`topUp.stepState.${state}`)}</span>
              </span>
              {state === 'failed' && <span className="block text-13 text-loss">{t(`topUp.stepFailed.${step}`)}</span>}
              {state === 'active' && (
                <span className="block text-13 text-muted">
                  {step === 'confirmed' && confirmations ? t('topUp.confirmations', confirmations) : t(`topUp.stepActive.${step}`)}
                </span>
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
