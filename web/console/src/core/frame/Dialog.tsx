import { useEffect, useId, useRef, type ReactNode } from 'react'

interface DialogProps {
  title: string
  /** Called by Escape; a dialog without it stays until it is answered. */
  onClose?: (() => void) | undefined
  children: ReactNode
}

/** A question over the screen: the keyboard stays within it, what lies below waits, and has the focus again after it. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    // A dialog that is taken out of the page gives the focus back to nobody.
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      // A browser asks once, and closes it unasked at the next Escape.
      onClose={() => (onClose ? onClose() : dialog.current?.showModal())}
      className="m-auto max-h-[90dvh] w-[min(92vw,520px)] overflow-y-auto rounded-card border border-line bg-raised p-5 text-ink shadow-[var(--shade)] backdrop:bg-black/55"
    >
      <h2 id={titleId} className="text-18 font-semibold">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
