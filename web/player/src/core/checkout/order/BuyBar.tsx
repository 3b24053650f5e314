import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Button } from '@kit/ui/Button'
import type { Quoted } from '../contract'
import type { NextStep } from './decideOrder'
import type { OrderForm } from './useOrderForm'

const idleSteps: readonly NextStep[] = ['awaiting', 'sold_out', 'enter_quantity', 'lower_quantity', 'wait']

/** What is to be paid and the one main action, always in view; its words say what comes next. */
export function BuyBar({ form: { next, quote, max, act }, currency }: { form: OrderForm<Quoted>; currency: string }) {
  const t = useText('checkout')
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 mx-auto w-full max-w-[750px] border-t border-line bg-canvas px-4 pt-3 pb-[max(.75rem,env(safe-area-inset-bottom))]">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {next !== 'sold_out' && (
          <p className="min-w-0 text-13 leading-tight text-muted">
            {t('order.pay')}
            <span className="block text-18 font-semibold text-ink">
              <Amount value={quote?.payAmount} currency={currency} />
            </span>
          </p>
        )}
        <div className="min-w-0 flex-1 basis-44">
          <Button kind="main" wide disabled={idleSteps.includes(next)} onClick={act}>
            {t(`next.${next}`, { max })}
          </Button>
        </div>
      </div>
    </div>
  )
}
