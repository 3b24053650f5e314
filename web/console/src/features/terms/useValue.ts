import { formatAmount, formatPercent } from '@kit/amount/format'
import { useLanguage } from '@kit/i18n/text'
import type { Row } from '@console/contract/contract'

/** What is known of how a parameter's figures are read. */
export type Measure = Pick<Row<'params/list'>, 'kind' | 'unit'>

/** Says a parameter's figure as it is read: a share as a percentage, an amount with its currency. */
export function useValue() {
  const language = useLanguage()
  return ({ kind, unit }: Measure, value: string) => {
    if (kind === 'ratio') return formatPercent(value, language, { decimalsMax: 8 })
    return unit === '' ? value : `${formatAmount(value, language)}\u00a0${unit}`
  }
}
