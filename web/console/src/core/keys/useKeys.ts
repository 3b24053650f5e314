import { useEffect, useRef } from 'react'
import { nameOfKey } from './nameOfKey'

/** Where keys are typed and mean letters. */
const typed = 'input:not([type=checkbox]), textarea, select, [contenteditable]'

/** Whether a key means its letter, or belongs to a question over the screen. */
function isElsewhere({ target, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isComposing) return true
  if (document.querySelector('dialog[open]')) return true
  return target instanceof Element && target.closest(typed) !== null
}

/** Calls what a key means, while nobody types and nothing stands over the screen. */
export function useKeys(keys: Record<string, () => void>): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.repeat || isElsewhere(event)) return
      const act = latest.current[nameOfKey(event)]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
