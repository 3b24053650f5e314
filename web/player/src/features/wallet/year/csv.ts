import type { Movement } from '@kit/api/contract'
import type { Language } from '@kit/i18n/language'
import { formatPlain } from '@kit/time/zone'
import { priceOf, worthOf, yearOf, type Closes } from './decideYear'

/** What stands above the columns, what a type is called, and whose spreadsheets read it. */
interface CsvWords {
  language: Language
  columns: readonly [time: string, type: string, amount: string, currency: string, price: string, worth: string, number: string, hash: string]
  typeOf(movement: Movement): string
}

/**
 * Every movement of a year as a table, the oldest first: each with the price of its day and what it was worth by it. A
 * Russian spreadsheet takes a figure with a point for a date, and expects semicolons, as its figures have commas.
 */
export function csvOf(movements: readonly Movement[], closes: Closes, year: string, words: CsvWords): string {
  const lines = movements
    .filter(({ createdAt }) => yearOf(createdAt) === year)
    .toSorted((left, right) => left.createdAt.localeCompare(right.createdAt) || left.id.localeCompare(right.id))
    .map((one) => [
      formatPlain(one.createdAt, 'zhtw', 'second'),
      words.typeOf(one),
      one.amount,
      one.currency,
      priceOf(one, closes) ?? '',
      worthOf(one, closes) ?? '',
      one.txNo,
      one.entryHash ?? '',
    ])
  const [separator, mark] = words.language === 'ru' ? [';', ','] : [',', '.']
  return [words.columns, ...lines].map((cells) => cells.map((cell) => quoted(cell, mark)).join(separator)).join('\r\n') + '\r\n'
}

/** A cell as spreadsheets read it: quoted, and never taken for a formula, by wide letters neither. Figures have the language's mark. */
function quoted(cell: string, mark: string): string {
  if (/^-?\d+(\.\d+)?$/.test(cell)) return cell.replace('.', mark)
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell
  return `"${safe.replaceAll('"', '""')}"`
}
