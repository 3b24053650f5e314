import { CSPProvider } from '@base-ui/react/csp-provider'
import { Drawer } from '@base-ui/react/drawer'
import type { ReactNode, RefObject } from 'react'
import { useText } from '../i18n/text'
import { Icon } from './Icon'
import { styleNonce } from './nonce'

export interface SheetProps {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Actions that stay at the bottom while the content scrolls. */
  footer?: ReactNode
  /** What has the focus at first, where that is not the first thing to press. */
  firstFocus?: RefObject<HTMLElement | null>
}

/** The drawer behind `Sheet`, from below, or a card in the middle where there is room: focus stays inside, Escape, backdrop and a downward swipe close it. */
export function SheetDrawer({ open, onClose, title, children, footer, firstFocus }: SheetProps) {
  const t = useText('common')
  return (
    <CSPProvider nonce={styleNonce()}>
      <Drawer.Root open={open} onOpenChange={(next) => !next && onClose()}>
        <Drawer.Portal>
          <Drawer.Backdrop className="sheet-backdrop z-40" />
          <Drawer.Viewport className="fixed inset-0 z-50 flex items-end justify-center min-[1000px]:items-center">
            <Drawer.Popup
              initialFocus={firstFocus}
              className="sheet-popup flex max-h-[88dvh] w-full max-w-[750px] flex-col rounded-t-sheet border border-b-0 border-line bg-canvas text-ink outline-none min-[1000px]:max-h-[calc(100dvh-10rem)] min-[1000px]:max-w-[620px] min-[1000px]:rounded-card min-[1000px]:border-b"
            >
              <div aria-hidden className="mx-auto mt-2 h-1 w-10 rounded-full bg-line min-[1000px]:invisible" />
              <header className="flex items-center gap-2 px-4 pt-1 pb-2">
                <Drawer.Title className="min-w-0 flex-1 text-18 font-semibold">{title}</Drawer.Title>
                <Drawer.Close aria-label={t('close')} className="press inline-flex size-11 items-center justify-center rounded-field text-muted">
                  <Icon name="close" />
                </Drawer.Close>
              </header>
              <Drawer.Content className="min-h-0 flex-1 overflow-y-auto overscroll-y-contain px-4 pb-6">{children}</Drawer.Content>
              {footer && <footer className="border-t border-line px-4 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))]">{footer}</footer>}
            </Drawer.Popup>
          </Drawer.Viewport>
        </Drawer.Portal>
      </Drawer.Root>
    </CSPProvider>
  )
}
