import { readClockField } from '@kit/time/zone'
import type { DeclaredField } from '../../../../callFormsPlugin'

/** A filter that a list declares, as chips and their menu name it. */
export interface Filter {
  name: string
  label: string
  /** The values to choose from, with their words; a filter without them is typed. */
  values?: readonly (readonly [value: string, word: string])[]
  /** It is on or off. */
  isFlag?: boolean
  /** It is a moment. */
  isTime?: boolean
  /** The filter with which nothing would be found, and which it takes the place of. */
  insteadOf?: string
  /** It names one row, which is opened whatever the list is narrowed to. */
  opens?: boolean
}

/** A filter as the document declares it, in words. */
export function filterOf({ name, is, values }: DeclaredField, label: (name: string) => string, word: (value: string) => string): Filter {
  return {
    name,
    label: label(name),
    ...(is === 'flag' ? { isFlag: true } : {}),
    ...(is === 'time' ? { isTime: true } : {}),
    ...(values ? { values: values.map((value) => [value, word(value)] as const) } : {}),
  }
}

/** What a list is asked for by what was typed for its filter; null where that is nothing. */
export function filterValue({ isTime = false }: Filter, typed: string): string | null {
  const value = isTime ? readClockField(typed) : typed.trim()
  return value === '' ? null : value
}
