import { formatPercent } from '@kit/amount/format'
import { useLanguage } from '@kit/i18n/text'
import type { Row } from '@console/contract/contract'

export type Kind = Row<'params/list'>['kind']

/** Says a parameter's figure as its kind is read: a share as a percentage, as other pages have it. */
export function useValue() {
  const language = useLanguage()
  return (kind: Kind | undefined, value: string) => (kind === 'ratio' ? formatPercent(value, language, { decimalsMax: 8 }) : value)
}
