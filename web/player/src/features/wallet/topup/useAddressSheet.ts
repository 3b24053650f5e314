import { useLocation, useNavigate, useSearchParams } from 'react-router'

/** A sheet that the address remembers, so that a reload keeps it and "back" closes it. */
export function useAddressSheet(name: string): { isOpen: boolean; open: () => void; close: () => void } {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const state: unknown = useLocation().state
  const wasOpenedHere = typeof state === 'object' && state !== null && 'opened' in state && state.opened === name
  return {
    isOpen: params.get('view') === name,
    open: () => void navigate({ search: `?view=${name}` }, { state: { opened: name } }),
    close: () => void (wasOpenedHere ? navigate(-1) : navigate({ search: '' }, { replace: true })),
  }
}
