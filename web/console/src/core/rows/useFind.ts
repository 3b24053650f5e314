import { useSearchParams } from 'react-router'
import { foundIn, typedOf, wordsOf, type Heading, type Looks } from './decideFound'
import type { RowsState } from './useRows'

/** Narrows a list that stands whole on one page to the rows with all typed words. The words stand in the address, as filters do. */
export function useFind<R>({ rows }: RowsState<R>, looks: Looks<R>) {
  const [params, setParams] = useSearchParams()
  const words = params.get('words') ?? ''
  const { headingOf } = looks
  const all = new Map(headingOf && rows ? rows.map(headingOf).map((heading): [string, Heading] => [heading.key, heading]) : [])
  const headings = [...all.values()]
  return {
    words: typedOf(words, headings),
    find: (typed: string) => {
      const changed = new URLSearchParams(params)
      if (typed === '') changed.delete('words')
      else changed.set('words', wordsOf(typed, headings))
      setParams(changed, { replace: true })
    },
    headings: headings.map(({ title }) => title),
    found: rows && foundIn(rows, words, looks),
  }
}
