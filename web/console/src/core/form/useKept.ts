import { useRef, useState } from 'react'
import { text } from '@kit/i18n/text'
import { readKept, storeKept } from '@kit/kept/kept'
import { tabStorage } from '@kit/kept/storage'
import { toast } from '@kit/ui/toast'
import { currentSession } from '../session/store'

interface Kept<Value> {
  /** Null while there is none. */
  value: Value | null
  keep: (value: Value | null) => void
  /** Forgets what was sent. What was typed meanwhile stays, under the name of what the answer made where there is one, as it then is. */
  settle: (sent: Value | null, name?: string, asSettled?: (rest: Value) => Value) => void
}

/** What one person typed is not shown to another who signs in within the same window. */
function keyOf(name: string): string {
  const session = currentSession()
  return `etld.operator.kept.${'me' in session ? session.me.id : ''}.${name}`
}

/** Whether something was typed under a name and not sent. */
export const isKept = (name: string): boolean => tabStorage.getItem(keyOf(name)) !== null

/** A state that a reload of this window keeps until it is forgotten. A sample says which shape it has: what an earlier program kept in another one is forgotten. */
export function useKept<Value>(name: string, sample: Value): Kept<Value> {
  const [value, setValue] = useState<Value | null>(() => readKept(tabStorage, keyOf(name), sample))
  const isFull = useRef(false)
  const newest = useRef(value)
  function keep(next: Value | null) {
    newest.current = next
    setValue(next)
    store(name, next)
  }
  function store(under: string, next: unknown) {
    const isStored = storeKept(tabStorage, keyOf(under), next)
    // Said once, and not at each letter.
    if (!isStored && !isFull.current) toast.error(text('console', 'form.full'))
    isFull.current = !isStored
  }
  function settle(sent: Value | null, settled = name, asSettled = (rest: Value) => rest) {
    const rest = newest.current === null || newest.current === sent ? null : asSettled(newest.current)
    if (settled !== name) store(settled, rest)
    keep(settled === name ? rest : null)
  }
  return { value, keep, settle }
}
