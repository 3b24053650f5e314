import { useId, useState, type ClipboardEvent, type ReactNode } from 'react'
import { typedAmount, type Decimal, formatAmount } from '../amount/format'
import { parseAmount, pastedAmount, type AmountProblem, type ParsedAmount } from '../amount/parse'
import { useLanguage, useText } from '../i18n/text'
import { Amount } from './Amount'
import { AmountShares } from './AmountShares'

interface AmountFieldProps {
  label: string
  /** Beside the figure; where `action` chooses it, nothing. */
  currency?: string
  /** What was typed; the screen owns it. */
  typed: string
  /** What was typed, and the amount it means, or null while it means none. */
  onChange: (typed: string, value: Decimal | null) => void
  decimalsMax?: number
  /** A refusal of the screen or the server about this field. */
  problem?: string | null
  /** Beside the label. */
  note?: ReactNode
  /** What the reader has to take it from, beside the label. */
  available?: { value: Decimal | null; currency: string }
  /** Beside the figure. */
  action?: ReactNode
  /** Under the figure: what it is worth. */
  worth?: ReactNode
  /** The most there is: shares of it can be chosen. Null while it is not known, so that their place is kept. */
  maximum?: Decimal | null | undefined
  /** Amounts to choose from. */
  choices?: readonly Decimal[]
  /** Nothing is an amount too. */
  takesZero?: boolean
}

/** A longer figure is written smaller on a narrow screen, so that all of it is seen beside its currency. */
const bigMax = 8

const shownWhileTyping: readonly AmountProblem[] = ['malformed', 'decimals', 'too_large', 'ambiguous']

/** A field for an amount: comma or point, grouping allowed, tidied up when left. */
export function AmountField({
  label,
  currency,
  typed,
  onChange,
  decimalsMax = 8,
  problem,
  note,
  available,
  action,
  worth,
  maximum,
  choices,
  takesZero = false,
}: AmountFieldProps) {
  const id = useId()
  const t = useText('common')
  const language = useLanguage()
  const [isLeft, setIsLeft] = useState(false)
  const read = (text: string): ParsedAmount => {
    const found = parseAmount(text, language, decimalsMax)
    return takesZero && !found.ok && found.problem === 'zero' ? { ok: true, value: '0' } : found
  }
  const parsed = read(typed)
  const own =
    !parsed.ok && typed !== '' && (isLeft || shownWhileTyping.includes(parsed.problem)) ? t(`amount.${parsed.problem}`, { decimals: decimalsMax }) : null
  const shown = problem ?? own

  function tidy() {
    setIsLeft(true)
    if (!parsed.ok) return
    const tidied = typedAmount(parsed.value, language)
    if (tidied !== typed) onChange(tidied, parsed.value)
  }

  /** What is pasted into an empty field, or over all of it, is taken as the amount it means. */
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const { selectionStart, selectionEnd, value } = event.currentTarget
    const amount = pastedAmount(event.clipboardData.getData('text'), language, decimalsMax)
    if (amount === null || selectionStart !== 0 || selectionEnd !== value.length) return
    event.preventDefault()
    onChange(typedAmount(amount, language), amount)
  }

  return (
    <div className={`rounded-card border bg-raised p-4 focus-within:border-brass-ink ${shown ? 'border-loss' : 'border-edge'}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-13 text-muted">
        <label htmlFor={id}>{label}</label>
        {note && <span className="min-w-0 text-right [overflow-wrap:anywhere]">{note}</span>}
        {available && (
          <span className="text-right">
            {t('available')} <Amount {...available} bare own />
          </span>
        )}
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-3">
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          maxLength={32}
          placeholder="0"
          value={typed}
          aria-invalid={shown ? true : undefined}
          aria-describedby={shown ? `${id}-problem` : undefined}
          onChange={(event) => {
            const next = read(event.target.value)
            setIsLeft(false)
            onChange(event.target.value, next.ok ? next.value : null)
          }}
          onPaste={paste}
          onBlur={tidy}
          className={`fig min-h-11 min-w-0 flex-[1_1_6rem] bg-transparent font-semibold outline-none placeholder:text-muted ${typed.length > bigMax ? 'text-[clamp(11px,6vw,1.75rem)]' : 'text-[clamp(11px,12vw,1.75rem)]'}`}
        />
        {action}
        {currency && <span className="shrink-0 text-16 font-medium">{currency}</span>}
      </div>
      {worth}
      {maximum !== undefined && <AmountShares maximum={maximum} decimalsMax={decimalsMax} onChange={onChange} />}
      {choices && <AmountChoices choices={choices} onChange={onChange} />}
      {shown && (
        <p id={`${id}-problem`} role="alert" className="mt-1 text-13 text-loss">
          {shown}
        </p>
      )}
    </div>
  )
}

interface AmountChoicesProps {
  choices: readonly Decimal[]
  /** Takes what a person would have typed, and its value. */
  onChange: (typed: string, value: Decimal) => void
}

/** Fills an amount field with one of a few amounts. */
function AmountChoices({ choices, onChange }: AmountChoicesProps) {
  const t = useText('common')
  const language = useLanguage()
  return (
    <div role="group" aria-label={t('choices')} className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(3.25rem,1fr))] gap-2">
      {choices.map((amount) => (
        <button
          key={amount}
          type="button"
          onClick={() => onChange(typedAmount(amount, language), amount)}
          className="press fig min-h-11 rounded-field bg-sunk px-1 text-13 font-semibold text-brass-ink off:text-muted"
        >
          {formatAmount(amount, language, { decimalsMin: 0 })}
        </button>
      ))}
    </div>
  )
}
