import { useSearchParams } from 'react-router'
import { hasWords } from './hasWords'
import type { RowsState } from './useRows'

interface Found<R> {
  /** The texts of a row that words are looked for in; without it nothing is looked for. */
  textOf: ((row: R) => string) | undefined
  /** The heading that a row stands under: its whole name finds what stands there and nothing else. */
  headingOf: ((row: R) => string) | undefined
}

/** Narrows a list that stands whole on one page to the rows with all typed words. The words stand in the address, as filters do. */
export function useFind<R>({ rows }: RowsState<R>, { textOf, headingOf }: Found<R>) {
  const [params, setParams] = useSearchParams()
  const words = params.get('words') ?? ''
  const headings = [...new Set(headingOf && rows ? rows.map(headingOf) : [])]
  return {
    words,
    find: (typed: string) => {
      const changed = new URLSearchParams(params)
      if (typed === '') changed.delete('words')
      else changed.set('words', typed)
      setParams(changed, { replace: true })
    },
    headings,
    found: textOf && rows ? rows.filter((row) => (headings.includes(words) ? headingOf?.(row) === words : hasWords(textOf(row), words))) : rows,
  }
}
