import type { Language } from '../i18n/language'
import type { Decimal } from './format'

export type AmountProblem = 'empty' | 'malformed' | 'ambiguous' | 'decimals' | 'zero' | 'too_large'

export type ParsedAmount = { ok: true; value: Decimal } | { ok: false; problem: AmountProblem }

const wholeDigitsMax = 11

/**
 * Reads what a person typed: comma or point as the decimal mark, spaces and apostrophes as grouping. Digits and marks
 * of full width, as Chinese keyboards give them, are those of half width.
 * Several equal marks, or one of each, are read as grouping when they group by three.
 * `1,234` in a language whose decimal mark is a point is refused as ambiguous: it differs by a factor of 1000.
 */
export function parseAmount(typed: string, language: Language, decimalsMax = 8): ParsedAmount {
  const compact = narrow(typed).replace(/[\s'’]/g, '')
  if (compact === '') return { ok: false, problem: 'empty' }
  if (!/^[\d.,]+$/.test(compact)) return { ok: false, problem: 'malformed' }
  const plain = withPoint(compact, language)
  if (plain === null) return { ok: false, problem: 'malformed' }
  if (plain === 'ambiguous') return { ok: false, problem: 'ambiguous' }
  const [whole = '', fraction = ''] = plain.split('.')
  const head = whole.replace(/^0+(?=\d)/, '') || '0'
  const tail = fraction.replace(/0+$/, '')
  if (head.length > wholeDigitsMax) return { ok: false, problem: 'too_large' }
  if (tail.length > decimalsMax) return { ok: false, problem: 'decimals' }
  if (!/[1-9]/.test(head + tail)) return { ok: false, problem: 'zero' }
  return { ok: true, value: tail ? `${head}.${tail}` : head }
}

/**
 * Reads an amount that was pasted, perhaps with its currency. A comma between thousands is read as the app itself
 * prints it: nobody types it, and the field shows at once what was understood. Null where it is no amount.
 */
export function pastedAmount(pasted: string, language: Language, decimalsMax = 8): Decimal | null {
  const [, figure] = /^[\s≈+]*([\d.,\s'’]+?)\s*(?:[A-Za-z]{1,5})?\s*$/.exec(narrow(pasted)) ?? []
  if (figure === undefined) return null
  const parsed = parseAmount(figure, language, decimalsMax)
  if (parsed.ok) return parsed.value
  const grouped = parsed.problem === 'ambiguous' ? parseAmount(figure.replace(',', ''), language, decimalsMax) : parsed
  return grouped.ok ? grouped.value : null
}

/** Full-width characters as half-width ones; the ideographic full stop and comma are what a Chinese keyboard has instead of marks. */
function narrow(text: string): string {
  return text.normalize('NFKC').replace(/[。｡]/g, '.').replace(/、/g, ',')
}

function withPoint(compact: string, language: Language): string | null {
  const commas = compact.split(',').length - 1
  const points = compact.split('.').length - 1
  if (commas + points === 0) return compact
  if (commas > 0 && points > 0) {
    const mark = compact.lastIndexOf(',') > compact.lastIndexOf('.') ? ',' : '.'
    const group = mark === ',' ? '.' : ','
    if (compact.split(mark).length !== 2) return null
    const [whole = '', fraction = ''] = compact.split(mark)
    return isGrouped(whole, group) && fraction !== '' ? `${whole.split(group).join('')}.${fraction}` : null
  }
  const mark = commas > 0 ? ',' : '.'
  if (commas + points > 1) return isGrouped(compact, mark) ? compact.split(mark).join('') : null
  const [whole = '', fraction = ''] = compact.split(mark)
  if (whole === '' && fraction === '') return null
  if (mark === ',' && language !== 'ru' && /^[1-9]\d{0,2}$/.test(whole) && /^\d{3}$/.test(fraction)) return 'ambiguous'
  return `${whole || '0'}.${fraction}`
}

function isGrouped(whole: string, mark: string): boolean {
  const [first = '', ...rest] = whole.split(mark)
  return /^\d{1,3}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group))
}
