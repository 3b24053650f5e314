import { forms } from 'virtual:call-forms'
import type { ListPath, Row } from '../contract/contract'
import { useRows, type Filter, type RowsOptions, type RowsState } from '../rows/useRows'
import { useWords } from '../words/useWords'

/** Reads a declared list with all filters that the document declares for it. */
export function useRecords<P extends ListPath>(path: P, options: Omit<RowsOptions, 'filters'> = {}): RowsState<Row<P>> {
  const { label, word } = useWords()
  const { fields = [], hasOrder = true } = forms[path] ?? {}
  const filters = fields.map(({ name, is, values }): Filter => ({
    name,
    label: label(name),
    ...(is === 'flag' ? { isFlag: true } : {}),
    ...(values ? { values: values.map((value) => [value, word(value)] as const) } : {}),
  }))
  return useRows(path, { ...options, hasOrder, filters })
}
