import { useState } from 'react'

/** A state that a reload of this window keeps until it is forgotten; null while there is none. */
export function useKept<Value>(name: string): [Value | null, (value: Value | null) => void] {
  const key = `etld.operator.${name}`
  const [value, setValue] = useState<Value | null>(() => JSON.parse(sessionStorage.getItem(key) ?? 'null') as Value | null)
  function keep(next: Value | null) {
    setValue(next)
    if (next === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(next))
  }
  return [value, keep]
}
