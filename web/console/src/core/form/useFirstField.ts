import { useEffect, useRef, type RefObject } from 'react'

/** Puts the cursor into the first field of a form that is empty, once it is shown. */
export function useFirstField(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? [])]
    fields.find(({ value }) => value === '')?.focus()
  }, [])
  return form
}
