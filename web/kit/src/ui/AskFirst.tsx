import { useState, type ReactNode } from 'react'
import { Button } from './Button'
import { focusOn } from './focusOn'

interface AskFirstProps {
  /** What is pressed at first: words of a quiet link, or the button itself. */
  open: string
  isButton?: boolean
  /** The question. */
  children: ReactNode
  /** In a frame, where it stands between other things. */
  framed?: boolean
  /** The way back, where leaving it is none. */
  keep?: string
  confirm: string
  onConfirm: () => void
  isBusy?: boolean
  /** It was sent before, and its answer is still awaited. */
  isAwaited?: boolean
}

/** What cannot be undone: one press asks, the second does it. */
export function AskFirst({ open, isButton, children, framed, keep, confirm, onConfirm, isBusy, isAwaited }: AskFirstProps) {
  const [isAsked, setIsAsked] = useState<boolean | null>(null)
  const ask = () => setIsAsked(true)
  // Whoever keeps it stands again where he asked.
  const ref = isAsked === null ? undefined : focusOn
  if (!isAsked && isButton) {
    return (
      <Button ref={ref} kind="danger" wide disabled={isAwaited} onClick={ask}>
        {open}
      </Button>
    )
  }
  if (!isAsked) {
    return (
      <button
        ref={ref}
        type="button"
        disabled={isAwaited}
        onClick={ask}
        className="press mx-auto flex min-h-11 items-center px-3 text-15 text-muted underline underline-offset-4"
      >
        {open}
      </button>
    )
  }
  return (
    <div ref={focusOn} tabIndex={-1} className={`outline-none ${framed ? 'rounded-card border border-line p-4' : ''}`}>
      {children}
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        {keep && (
          <Button kind="quiet" size="small" disabled={isBusy} onClick={() => setIsAsked(false)}>
            {keep}
          </Button>
        )}
        <Button kind="danger" size="small" busy={isBusy} disabled={isAwaited} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </div>
  )
}
