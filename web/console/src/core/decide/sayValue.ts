import { formatAmount, isDecimal } from '@kit/amount/format'
import type { Language } from '@kit/i18n/language'
import { formatTime } from '@kit/time/zone'

/** How the server writes a moment in what stands before and after. */
const moment = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z/g

/** What stands before or after, as it stands elsewhere on the screen: moments in the platform's zone, a figure alone or before its currency with its digits in groups, anything else as it is. */
export function sayValue(value: string, language: Language): string {
  if (value === '') return '–'
  const [figure = '', ...unit] = value.split(' ')
  if (isDecimal(figure) && unit.length < 2) return [formatAmount(figure, language), ...unit].join(' ')
  return value.replaceAll(moment, (at) => formatTime(at, language))
}
