import { useNavigate } from './links'
import type { Place } from './places'

/** Leaves a screen the way one came, or for another one where this tab came in with it. */
export function useGoBack(elsewhere: Place = '/'): () => void {
  const navigate = useNavigate()
  return () => {
    // The router numbers its history entries: 0 is where this tab came in.
    const position: unknown = (history.state as { idx?: unknown } | null)?.idx
    if (typeof position === 'number' && position > 0) history.back()
    else navigate(elsewhere, { replace: true })
  }
}
