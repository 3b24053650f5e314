import { oneOf } from '@kit/words/oneOf'
import { useSearchState } from './useSearchState'

/** What a list is narrowed to, as a `ChoiceRow` takes it: one of several, or null for all of it. The address keeps which. */
export function useFilter<Value extends string>(name: string, of: readonly Value[]) {
  const [search, show] = useSearchState()
  return { of, value: oneOf(of, search.get(name)), onChange: (value: Value | null) => show({ [name]: value }) }
}
