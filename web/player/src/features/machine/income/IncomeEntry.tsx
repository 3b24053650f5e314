import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { CopyButton } from '@kit/ui/CopyButton'
import { Icon } from '@kit/ui/Icon'
import { maskId } from '@kit/ui/MaskedId'
import { Time } from '@kit/ui/Time'
import type { IncomeRow } from '../contract'
import { decideFormula } from './decideIncome'
import { InterestFormula, OutputFormula } from './Formulas'
import { useFigures } from '@kit/amount/useFigures'

/** One payment; opened, it shows the formula with every input, so that anyone can compute it again. */
export function IncomeEntry({ row }: { row: IncomeRow }) {
  const t = useText('machine')
  const { day } = useFigures()
  const formula = decideFormula(row)
  return (
    <details className="group rounded-card border border-line bg-raised">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 rounded-card px-4 py-2 [&::-webkit-details-marker]:hidden">
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
          <span className="min-w-0">
            <span className="block text-15">{t(`income.kind.${row.kind}`)}</span>
            <span className="fig block text-13 text-muted">{day(row.day)}</span>
          </span>
          <span className="ml-auto text-16 font-semibold">
            <Amount value={row.amount} currency={row.currency} toned own />
          </span>
        </span>
        <Icon name="forward" size={18} look="text-muted transition-transform duration-200 group-open:rotate-90" />
      </summary>
      <div className="flex flex-col gap-3 border-t border-line px-4 py-3 text-13">
        {formula.kind === 'interest' && <InterestFormula formula={formula} amount={row.amount} />}
        {formula.kind === 'output' && <OutputFormula formula={formula} amount={row.amount} />}
        {formula.kind === 'principal' && <p className="text-muted">{t('income.principal.how')}</p>}
        <p className="text-muted">
          {t('income.postedAt')} <Time at={row.at} as="second" />
        </p>
        {row.txNo && (
          <p className="flex flex-wrap items-center gap-x-1 text-muted">
            {t('income.txNo')}{' '}
            <span className="fig min-w-0 break-all" translate="no">
              {maskId(row.txNo)}
            </span>
            <CopyButton value={row.txNo} what={t('income.txNo')} />
          </p>
        )}
      </div>
    </details>
  )
}
