import { useEffect, useRef, type CSSProperties, type FocusEvent, type MouseEvent } from 'react'
import { ToastBar, useToaster, type DefaultToastOptions, type Toast } from 'react-hot-toast'
import { useSession } from '@core/session/store'

const position = 'top-center'
const gutterPx = 8
/** Below the top bar, and below the line of a demo above it; above a sheet's head while one is open, as `player.css` says. */
const topPx = 64
const demoTopPx = 108

const options: DefaultToastOptions = {
  duration: 4_000,
  success: { duration: 2_000, iconTheme: { primary: 'var(--gain)', secondary: 'var(--raised)' } },
  error: { duration: 4_000, iconTheme: { primary: 'var(--loss)', secondary: 'var(--raised)' } },
  loading: { duration: Number.POSITIVE_INFINITY },
  style: {
    background: 'var(--raised)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: '12px',
    boxShadow: 'var(--shade)',
    fontSize: '0.9375rem',
    maxWidth: 'min(92vw, 420px)',
  },
}

/**
 * Where toasts appear: 4 s for plain ones and errors, 2 s for success, loading until replaced; 20 at most. While the
 * pointer or the focus is on one, none of them ends. The library's own place for toasts knows the pointer only.
 */
export function Toasts() {
  const isDemo = useSession((state) => state.isDemo)
  const { toasts, handlers } = useToaster(options)
  const { startPause, endPause } = handlers
  const isHeld = useRef(false)
  const isEmpty = toasts.length === 0
  // A toast that is taken away under the pointer or the focus says no good-bye.
  useEffect(() => {
    if (!isEmpty || !isHeld.current) return
    isHeld.current = false
    endPause()
  }, [isEmpty, endPause])

  function hold() {
    // Held twice, the library would forget the time before.
    if (!isHeld.current) startPause()
    isHeld.current = true
  }

  function release() {
    isHeld.current = false
    endPause()
  }

  function leave({ currentTarget }: MouseEvent) {
    if (!currentTarget.contains(document.activeElement)) release()
  }

  function blur({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover')) release()
  }

  return (
    <div
      // A sheet hides what is around it from readers, but for what says how live it is. The toasts say it themselves.
      aria-live="off"
      className="toasts pointer-events-none fixed inset-x-4 z-9999"
      style={{ '--toasts-top': `${isDemo ? demoTopPx : topPx}px` } as CSSProperties}
      onMouseEnter={hold}
      onMouseLeave={leave}
      onFocus={hold}
      onBlur={blur}
    >
      {toasts.map((one) => (
        <Placed
          key={one.id}
          toast={one}
          offsetPx={handlers.calculateOffset(one, { gutter: gutterPx, defaultPosition: position })}
          onHeight={handlers.updateHeight}
        />
      ))}
    </div>
  )
}

/** A toast at its height in the pile. It can be focused, so that the keyboard can hold it as the pointer can. */
function Placed({ toast, offsetPx, onHeight }: { toast: Toast; offsetPx: number; onHeight: (id: string, height: number) => void }) {
  const { id, visible } = toast
  return (
    <div
      ref={(element) => {
        const heightPx = element?.getBoundingClientRect().height
        if (heightPx && heightPx !== toast.height) onHeight(id, heightPx)
      }}
      className="absolute inset-x-0 flex justify-center transition-transform duration-200 motion-reduce:transition-none"
      style={{ transform: `translateY(${offsetPx}px)` }}
    >
      {/* Focus holds a toast as the pointer does: who reads slowly needs the time. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div tabIndex={visible ? 0 : -1} className={`rounded-card ${visible ? 'pointer-events-auto' : ''}`}>
        <ToastBar toast={toast} position={position} />
      </div>
    </div>
  )
}
