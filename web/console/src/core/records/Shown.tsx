import { Link } from 'react-router'
import { useText, useLanguage } from '@kit/i18n/text'
import { formatAmount, formatPercent, isDecimal } from '@kit/amount/format'
import { useFigures } from '@kit/amount/useFigures'
import { serverNow } from '@kit/time/clock'
import { Age } from '@kit/ui/Age'
import { Amount } from '@kit/ui/Amount'
import { Time } from '@kit/ui/Time'
import { addressOf } from '../decide/PendingOn'
import { Person } from '../person/Person'
import { useWords, type FieldName, type Gender } from '../words/useWords'

/** How a value is shown. */
export type Look =
  | 'amount'
  | 'usdt'
  | 'etld'
  | 'points'
  | 'figure'
  | 'percent'
  | 'text'
  | 'code'
  | 'number'
  | 'proposal'
  | 'account'
  | 'person'
  | 'word'
  | Gender
  | 'job'
  | 'words'
  | 'texts'
  | 'time'
  | 'due'
  | 'day'
  | 'month'
  | 'age'
  | 'flag'

/** Fields of a record with how each is shown, in their order. */
export type Shape<R> = readonly (readonly [name: keyof R & FieldName, look: Look])[]

/** The looks that stand at the right of a column. */
export const figures: readonly Look[] = ['amount', 'usdt', 'etld', 'points', 'figure', 'percent', 'age', 'time', 'due']

interface ShownProps {
  value: unknown
  look: Look
  /** Whose currency an amount is in. */
  currency?: string | undefined
  /** What a person is called. */
  personName?: string
}

/** One value of a record. */
export function Shown({ value, look, currency, personName = '' }: ShownProps) {
  const t = useText('console-words')
  const language = useLanguage()
  const { day, month } = useFigures()
  const { word, wordOf, job, accounts } = useWords()
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return <span className="text-muted">–</span>
  const written = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
  switch (look) {
    case 'amount':
      return <Amount value={written} {...(currency ? { currency } : {})} />
    case 'usdt':
      return <Amount value={written} currency="USDT" />
    case 'etld':
      return <Amount value={written} currency="ETLD" />
    case 'points':
      return <Amount value={written} currency="GP" />
    case 'figure':
      return <span className="fig">{isDecimal(written) ? formatAmount(written, language) : written}</span>
    case 'percent':
      return <span className="fig">{formatPercent(written, language)}</span>
    case 'time':
      return <Time at={written} plain />
    case 'due':
      return Date.parse(written) <= serverNow() ? t('due') : <Time at={written} plain />
    case 'day':
      return <span className="fig whitespace-nowrap">{day(written)}</span>
    case 'month':
      return <span className="whitespace-nowrap">{month(written)}</span>
    case 'age':
      return <Age at={written} />
    case 'flag':
      return t(value === true ? 'yes' : 'no')
    case 'person':
      return <Person userId={written} name={personName} />
    case 'account':
      return accounts(written)
    case 'word':
      return word(written)
    case 'masculine':
    case 'feminine':
      return wordOf(look, written)
    case 'job':
      return job(written)
    case 'words':
      return (value as readonly string[]).map(word).join(' · ')
    case 'texts':
      return <span translate="no">{(value as Record<string, string>)[language]}</span>
    case 'code':
      return (
        <span translate="no" className="fig break-all">
          {written}
        </span>
      )
    case 'proposal':
      return (
        <Link to={addressOf(written)} translate="no" className="fig break-all underline underline-offset-4">
          {written}
        </Link>
      )
    case 'number':
      return (
        <span translate="no" className="fig whitespace-nowrap">
          {written}
        </span>
      )
    case 'text':
      return (
        <span translate="no" className="break-words">
          {written}
        </span>
      )
  }
}
