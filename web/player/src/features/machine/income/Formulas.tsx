import type { ReactNode } from 'react'
import { useText } from '@kit/i18n/text'
import type { IncomeFormula } from './decideIncome'
import { useFigures } from '@kit/amount/useFigures'

type Of<Kind extends IncomeFormula['kind']> = Extract<IncomeFormula, { kind: Kind }>

const secondsOfDay = '86400'

function Line({ children }: { children: ReactNode }) {
  return <p className="fig rounded-field bg-sunk px-3 py-2 text-13 leading-relaxed break-words">{children}</p>
}

/** A day's interest: what is due with this day less what was due before it. */
export function InterestFormula({ formula, amount }: { formula: Of<'interest'>; amount: string }) {
  const t = useText('machine')
  const { figure, money, time } = useFigures()
  const total = figure(formula.total)
  return (
    <>
      <p className="text-muted">{t('income.interest.how', { total: money(formula.total, 'USDT'), days: formula.termDays, day: formula.day })}</p>
      <Line>
        ⌊{total} × {formula.day} ÷ {formula.termDays}⌋ − ⌊{total} × {formula.day - 1} ÷ {formula.termDays}⌋ = {figure(amount)}
      </Line>
      <p className="text-muted">{t('income.floor')}</p>
      <p className="text-muted">{t('income.interest.due', { time: time(formula.dueAt, 'second') })}</p>
    </>
  )
}

/** A day's output: the day's rate from the network's inputs, then the machine's share of it. */
export function OutputFormula({ formula, amount }: { formula: Of<'output'>; amount: string }) {
  const t = useText('machine')
  const { figure, money } = useFigures()
  const { inputs, rateBound, isCapped } = formula
  const day = figure(secondsOfDay)
  return (
    <>
      <p className="text-muted">{t('income.output.rate')}</p>
      <Line>
        {rateBound === 'budget' ? (
          <>
            ⌊{figure('0.9')} × {figure(inputs.budget)} × {day} ÷ {figure(inputs.weight)}⌋ = {figure(inputs.rate)}
          </>
        ) : (
          t('income.output.maximum', { rate: figure(inputs.rate) })
        )}
      </Line>
      <p className="text-muted">
        {t('income.output.inputs', { budget: money(inputs.budget, 'ETLD'), pool: money(inputs.pool, 'ETLD'), weight: figure(inputs.weight) })}
      </p>
      <p className="text-muted">{t('income.output.how')}</p>
      <Line>
        ⌊{figure(inputs.rate)} × {inputs.power} × {figure(String(inputs.seconds))} ÷ {day}⌋ {isCapped ? '≥' : '='} {figure(amount)}
      </Line>
      <p className="text-muted">
        {isCapped ? t('income.output.capped', { rest: money(inputs.capRest, 'ETLD') }) : t('income.output.capRest', { rest: money(inputs.capRest, 'ETLD') })}
      </p>
      <p className="text-muted">{t('income.floor')}</p>
    </>
  )
}
