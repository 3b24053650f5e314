import { useEffect, type ReactNode } from 'react'
import { useText } from '@kit/i18n/text'
import { Bell } from './Bell'
import { useArrival } from './useArrival'
import { useGoBack } from './useGoBack'
import { Icon } from '@kit/ui/Icon'
import { PullToRefresh } from '@kit/ui/PullToRefresh'

interface ScreenProps {
  title: string
  /** What belongs to the screen (records, history); the notices bell if nothing else is given. */
  right?: ReactNode
  /** What is asked again when the screen is pulled down. */
  onRefresh?: () => Promise<unknown>
  children: ReactNode
}

/** A screen under the shared top bar: back, a centred title, and a slot at the right. */
export function Screen({ title, right, onRefresh, children }: ScreenProps) {
  const t = useText('common')
  const goBack = useGoBack()
  const heading = useArrival()
  useEffect(() => {
    document.title = `${title} · ETLD`
  }, [title])

  return (
    <>
      <header className="sticky print:static top-[env(safe-area-inset-top)] z-20 bg-canvas/95 low:static backdrop-blur-sm">
        <div className="grid min-h-14 grid-cols-[minmax(44px,1fr)_auto_minmax(min-content,1fr)] items-center gap-1 px-2">
          <button
            type="button"
            onClick={goBack}
            aria-label={t('back')}
            className="press print:invisible inline-flex size-11 items-center justify-center rounded-field"
          >
            <Icon name="back" />
          </button>
          <h1
            ref={heading}
            tabIndex={-1}
            className="min-w-0 text-center outline-none break-words hyphens-auto text-[clamp(11px,7.5vw,var(--text-18))] leading-tight font-semibold"
          >
            {title}
          </h1>
          <div className="flex print:invisible justify-end">{right ?? <Bell />}</div>
        </div>
      </header>
      <main tabIndex={-1} className="enter outline-none px-4 pt-2 pb-8">
        {onRefresh ? <PullToRefresh onRefresh={onRefresh}>{children}</PullToRefresh> : children}
      </main>
    </>
  )
}
