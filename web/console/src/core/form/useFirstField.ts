import { useLayoutEffect, useRef, type RefObject } from 'react'

/** Puts the cursor into the first field of a form that is empty, before it is shown: who opens it by a key types on. */
export function useFirstField(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? [])]
    fields.find(({ value }) => value === '')?.focus()
  }, [])
  return form
}
