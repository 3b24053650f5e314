import type { ComponentType, KeyboardEvent, ReactNode } from 'react'
import { useText } from '@kit/i18n/text'
import { Icon } from '@kit/ui/Icon'

interface PanelProps {
  title: ReactNode
  /** What a screen reader calls it. */
  label: string
  note?: ReactNode
  onClose: () => void
  children: ReactNode
  /** What one can do with it, always in sight. */
  actions?: ReactNode
}

/** Puts the focus into the panel: the list before it may be long. */
export function focusPanel(): void {
  document.querySelector<HTMLElement>('[data-panel]')?.focus()
}

/** Scrolls the panel, and not the page, to a place in it. */
export function scrollPanelTo(place: HTMLElement | null): void {
  const panel = place?.closest('[data-panel]')
  if (panel && place) panel.scrollTop += place.getBoundingClientRect().top - panel.getBoundingClientRect().top - gap
}

const gap = 16

/** The look of buttons that stay at the panel's end until one comes to where they stand; where there is little height they stand there alone. */
export const inSight = 'mt-3 py-3 tall:sticky tall:-bottom-4 tall:z-10 tall:-mx-5 tall:border-t tall:border-line tall:bg-raised tall:px-5'

/** Leads from the panel itself back to its row; within fields the key is theirs. */
function goBack({ key, target, currentTarget }: KeyboardEvent<HTMLElement>): void {
  if (key === 'ArrowLeft' && target === currentTarget) document.querySelector<HTMLElement>('[data-row][aria-expanded=true]')?.focus()
}

/**
 * What belongs to one row, beside the list; on a narrow screen over it. It is as high as the
 * window whatever stands above the screen, so that what can be done stays in sight.
 */
export function Panel({ title, label, note, onClose, children, actions }: PanelProps) {
  const t = useText('console')
  return (
    <aside aria-label={label} data-beside className="fixed inset-0 z-20 flex flex-col bg-raised md:left-auto md:w-[440px] md:border-l md:border-line xl:z-0">
      <header className="flex items-start gap-2 px-5 pt-4">
        <div className="min-w-0 flex-1">
          <h2 className="text-18 font-semibold break-words">{title}</h2>
          {note && <div className="text-13 text-muted">{note}</div>}
        </div>
        <button type="button" aria-label={t('panel.close')} onClick={onClose} className="-mr-3 inline-flex size-11 shrink-0 items-center justify-center">
          <Icon name="close" size={18} />
        </button>
      </header>
      {/* The keyboard scrolls what is longer than the screen, and goes back to its row. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <div role="group" tabIndex={0} aria-label={label} data-panel onKeyDown={goBack} className="min-h-0 flex-1 scroll-pb-20 overflow-y-auto px-5 py-4">
        {children}
      </div>
      {actions && <footer className="flex flex-wrap gap-2 border-t border-line px-5 py-3">{actions}</footer>}
    </aside>
  )
}

interface PartProps {
  title: string
  /** What stays in sight within it does so before one has come to it. */
  isOpenEnded?: boolean
  children: ReactNode
}

/** What stands under a heading: a part of a panel, or a tile of a board. */
export type PartFrame = ComponentType<PartProps>

/** A part of a panel under a small heading. */
export function Part({ title, isOpenEnded = false, children }: PartProps) {
  return (
    <section className={isOpenEnded ? 'contents' : 'mt-5 first:mt-0'}>
      <h3 className={`${isOpenEnded ? 'mt-5' : ''} mb-1.5 text-13 font-medium text-muted uppercase`}>{title}</h3>
      {children}
    </section>
  )
}

/** A line of a panel: what it is, and its figure. */
export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <p className="flex flex-wrap justify-between gap-x-4 py-1 text-15">
      <span className="min-w-0 break-words text-muted">{name}</span>
      <span className="ml-auto text-right break-words">{children}</span>
    </p>
  )
}
