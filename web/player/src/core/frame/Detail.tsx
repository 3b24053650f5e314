import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useText } from '@kit/i18n/text'
import { Icon } from '@kit/ui/Icon'
import { Sheet } from '@kit/ui/Sheet'
import { useIsWide } from './useIsWide'

interface DetailProps {
  title: string
  onClose: () => void
  children: ReactNode
  /** What belongs to it, beside its way out. */
  right?: ReactNode
  /** Actions that stay at the bottom while the content scrolls. */
  footer?: ReactNode
}

/** What one row of a list is about: in the second column of `Columns` where there is room, a sheet elsewhere. */
export function Detail(props: DetailProps) {
  return useIsWide() ? <Beside {...props} /> : <Sheet open {...props} />
}

/** Takes the focus when a row opened it and gives it back; Escape closes it. */
function Beside({ title, onClose, children, right, footer }: DetailProps) {
  const t = useText('common')
  const id = useId()
  const part = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const before = document.activeElement
    if (before instanceof HTMLElement && before !== document.body) heading.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  useEffect(() => {
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && part.current?.contains(document.activeElement)) onClose()
    }
    document.addEventListener('keydown', closeByKey)
    return () => document.removeEventListener('keydown', closeByKey)
  }, [onClose])
  return (
    <section
      ref={part}
      aria-labelledby={id}
      className="enter flex max-h-[calc(100dvh-132px)] flex-col overflow-hidden rounded-card border border-line bg-canvas"
    >
      <header className="flex items-center gap-2 px-4 pt-2 pb-1">
        <h2 id={id} ref={heading} tabIndex={-1} className="min-w-0 flex-1 text-18 font-semibold outline-none">
          {title}
        </h2>
        {right}
        <button
          type="button"
          onClick={onClose}
          aria-label={t('close')}
          className="press inline-flex size-11 items-center justify-center rounded-field text-muted"
        >
          <Icon name="close" />
        </button>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-y-contain px-4 pb-6">{children}</div>
      {footer && <footer className="border-t border-line px-4 py-3">{footer}</footer>}
    </section>
  )
}
