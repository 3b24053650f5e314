import { Link } from '@core/frame/links'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { CopyButton } from '@kit/ui/CopyButton'
import { EmptyState } from '@kit/ui/EmptyState'
import { Icon } from '@kit/ui/Icon'
import { ListAnswer } from '@kit/ui/ListAnswer'
import { Skeletons } from '@kit/ui/Loading'
import { maskId } from '@kit/ui/MaskedId'
import { Time } from '@kit/ui/Time'
import { Verbatim } from '@kit/ui/Verbatim'
import { useState, type ReactNode } from 'react'
import type { IncomeRow, MyMachineDetail } from '../contract'
import { useIncome } from './api'
import { decideFormula, type IncomeFormula } from './decideIncome'

const rowHeights = Array.from({ length: 8 }, () => '64px')

interface IncomeLogProps {
  machine: MyMachineDetail
  /** Whether the newest payment shows at once what it was computed from. */
  opensFirst: boolean
}

/** What the machine has paid, newest first, each figure with what it was computed from. */
export function IncomeLog({ machine, opensFirst }: IncomeLogProps) {
  const t = useText('machine')
  const list = useIncome(machine.id)
  return (
    <ListAnswer
      list={list}
      waiting={<Skeletons heights={rowHeights} className="flex flex-col gap-2" />}
      empty={<EmptyState title={t('income.empty')} hint={t('income.empty.hint')} />}
    >
      {(rows) => (
        <>
          <p className="mb-2 flex flex-wrap items-center justify-between gap-x-4 text-13 text-muted">
            {t('income.lead')}
            <Link
              to={`/myMiner?view=calendar&machine=${encodeURIComponent(machine.id)}`}
              className="inline-flex min-h-11 items-center gap-1 text-15 font-medium text-brass-ink"
            >
              {t('income.calendar')} <Icon name="forward" size={18} />
            </Link>
          </p>
          <ul className="flex flex-col gap-2">
            {rows.map((row, index) => (
              <li key={`${row.kind} ${row.day}`}>
                <IncomeEntry row={row} isOpen={opensFirst && index === 0} />
              </li>
            ))}
          </ul>
        </>
      )}
    </ListAnswer>
  )
}

/** One payment; opened, it shows the formula with every input, so that anyone can compute it again. */
function IncomeEntry({ row, isOpen }: { row: IncomeRow; isOpen: boolean }) {
  const t = useText('machine')
  const { day } = useFigures()
  const formula = decideFormula(row)
  // A newer payment takes the first place, and does not close what is being read.
  const [beganOpen] = useState(isOpen)
  return (
    <details open={beganOpen} className="group rounded-card border border-line bg-raised">
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
            {t('income.txNo')} <Verbatim look="fig min-w-0 break-all">{maskId(row.txNo)}</Verbatim>
            <CopyButton value={row.txNo} what={t('income.txNo')} />
          </p>
        )}
      </div>
    </details>
  )
}

type Of<Kind extends IncomeFormula['kind']> = Extract<IncomeFormula, { kind: Kind }>

const secondsOfDay = '86400'

function Line({ children }: { children: ReactNode }) {
  return <p className="fig rounded-field bg-sunk px-3 py-2 text-13 leading-relaxed break-words">{children}</p>
}

/** A day's interest: what is due with this day less what was due before it. */
function InterestFormula({ formula, amount }: { formula: Of<'interest'>; amount: string }) {
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
function OutputFormula({ formula, amount }: { formula: Of<'output'>; amount: string }) {
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
