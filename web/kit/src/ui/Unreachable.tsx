import { ApiError, TransportError } from '../api/faults'
import { useText } from '../i18n/text'
import { Alert } from './Alert'

interface UnreachableProps {
  /** What went wrong with an act. The client toasts a refusal; a broken line is said here. */
  fault: unknown
  /** What did not happen, where it is more than that no answer came. */
  children?: string
  /** The call hides its toasts: a refusal is said here as well. */
  withRefusal?: boolean
}

/** Beside what was pressed: no answer came, and pressing again is safe. */
export function Unreachable({ fault, children, withRefusal = false }: UnreachableProps) {
  const t = useText('common')
  if (withRefusal && fault instanceof ApiError) return <Alert>{fault.message}</Alert>
  if (!(fault instanceof TransportError)) return null
  return <Alert>{children ?? t('unreachable')}</Alert>
}
