import { useRef, useState } from 'react'

interface Kept<Value> {
  /** Null while there is none. */
  value: Value | null
  keep: (value: Value | null) => void
  /** Forgets what was sent. What was typed meanwhile stays, under the name of what the answer made where there is one. */
  settle: (sent: Value | null, name?: string) => void
}

const keyOf = (name: string) => `etld.operator.${name}`

/** A state that a reload of this window keeps until it is forgotten. */
export function useKept<Value>(name: string): Kept<Value> {
  const [value, setValue] = useState<Value | null>(() => JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null') as Value | null)
  const newest = useRef(value)
  function keep(next: Value | null) {
    newest.current = next
    setValue(next)
    store(name, next)
  }
  function settle(sent: Value | null, settled = name) {
    const rest = newest.current === sent ? null : newest.current
    if (settled !== name) store(settled, rest)
    keep(settled === name ? rest : null)
  }
  return { value, keep, settle }
}

function store(name: string, value: unknown) {
  if (value === null) sessionStorage.removeItem(keyOf(name))
  else sessionStorage.setItem(keyOf(name), JSON.stringify(value))
}
