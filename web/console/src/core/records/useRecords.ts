import { forms } from 'virtual:call-forms'
import type { ListPath, Row } from '../contract/contract'
import { filterOf } from '../rows/decideFilter'
import { useRows, type RowsOptions, type RowsState } from '../rows/useRows'
import { useWords, type Gender } from '../words/useWords'

interface RecordsOptions extends Omit<RowsOptions, 'filters'> {
  /** The gender of what is listed: the values of its filters agree with it. */
  gender?: Gender
}

/** Reads a declared list with all filters that the document declares for it. */
export function useRecords<P extends ListPath>(path: P, { gender, ...options }: RecordsOptions = {}): RowsState<Row<P>> {
  const { label, word, wordOf } = useWords()
  const { fields = [], hasOrder = true, hasKeys = true } = forms[path] ?? {}
  const filters = fields.map((field) => filterOf(field, label, gender ? (value) => wordOf(gender, value) : word))
  return useRows(path, { ...options, hasOrder, hasKeys, filters })
}
