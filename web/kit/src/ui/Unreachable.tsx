import { ApiError, TransportError } from '../api/faults'
import { useText } from '../i18n/text'
import { Alert } from './Alert'

interface UnreachableProps {
  /** What went wrong with an act. The client toasts a refusal; a broken line is said here. */
  fault: unknown
  /** What did not happen, where it is more than that no answer came. */
  children?: string
  /** Something was only asked for: nothing can have been done. */
  isRead?: boolean
  /** The call hides its toasts: a refusal is said here as well. */
  withRefusal?: boolean
}

/** Beside what was pressed: no answer came, and what was wanted may be done all the same. */
export function Unreachable({ fault, children, isRead = false, withRefusal = false }: UnreachableProps) {
  const t = useText('common')
  if (withRefusal && fault instanceof ApiError) return <Alert>{fault.message}</Alert>
  if (!(fault instanceof TransportError)) return null
  return <Alert>{children ?? t(isRead ? 'unreachable' : 'unanswered')}</Alert>
}
