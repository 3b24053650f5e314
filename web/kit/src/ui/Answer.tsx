import type { ReactNode } from 'react'
import { isNotFound } from '../api/faults'
import { ErrorRetry, type Asked } from './ErrorRetry'
import { Missing } from './Missing'

interface AnswerProps<Data> {
  of: Asked<Data>
  /** Stands here until the answer is there. */
  waiting: ReactNode
  /** Something beside the answer is awaited, and what is shown stands with it or not at all. */
  isHeldBack?: boolean
  /** Stands here where there is no such thing. */
  missing?: ReactNode
  children: (data: Data) => ReactNode
}

/** An answer in its faces: awaited, not there, missing, and what it says. An earlier one stays while it is asked for again. */
export function Answer<Data>({ of, waiting, isHeldBack = false, missing, children }: AnswerProps<Data>) {
  if (of.data !== undefined) return isHeldBack ? waiting : children(of.data)
  if (!of.error) return waiting
  if (missing === undefined || !isNotFound(of.error)) return <ErrorRetry of={of} />
  return typeof missing === 'string' ? <Missing>{missing}</Missing> : missing
}
