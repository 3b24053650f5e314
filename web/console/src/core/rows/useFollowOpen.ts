import { useEffect, useRef, type RefObject } from 'react'

/** The focus follows the row that is open, while it is on rows or nowhere: a decision opens the next one, and takes away the one that had it. */
export function useFollowOpen(body: RefObject<HTMLElement | null>, openKey: string | null): void {
  const followed = useRef(openKey)
  useEffect(() => {
    if (openKey === followed.current) return
    const at = document.activeElement
    if (openKey === null || !(at === document.body || body.current?.contains(at))) {
      followed.current = openKey
      return
    }
    const row = body.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(openKey)}"]`)
    // It may be painted later.
    if (!row) return
    followed.current = openKey
    row.focus()
  })
}
