import { CSPProvider } from '@base-ui/react/csp-provider'
import { Drawer } from '@base-ui/react/drawer'
import { memo, useLayoutEffect, useState, type ReactNode, type RefObject } from 'react'
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
export function SheetDrawer({ open, onClose, firstFocus, ...face }: SheetProps) {
  const [popup, setPopup] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => {
    if (open && popup) return () => showGoing(popup)
  }, [open, popup])
  return (
    <CSPProvider nonce={styleNonce()}>
      <Drawer.Root open={open} onOpenChange={(next) => !next && onClose()}>
        <Drawer.Portal>
          {/* As high as what it belongs to, so that it lies over a sheet that was opened before. */}
          <Drawer.Backdrop className="sheet-backdrop z-50" />
          <Drawer.Viewport className="fixed inset-0 z-50 flex items-end justify-center min-[1000px]:items-center">
            <Drawer.Popup
              ref={setPopup}
              initialFocus={firstFocus}
              inert={!open}
              className="sheet-popup flex max-h-[88dvh] w-full max-w-[750px] flex-col rounded-t-sheet border border-b-0 border-line bg-canvas text-ink outline-none min-[1000px]:max-h-[calc(100dvh-10rem)] min-[1000px]:max-w-[620px] min-[1000px]:rounded-card min-[1000px]:border-b"
            >
              <Face open={open} {...face} />
            </Drawer.Popup>
          </Drawer.Viewport>
        </Drawer.Portal>
      </Drawer.Root>
    </CSPProvider>
  )
}

/** What a sheet shows. While it closes, all of it stays as it was. */
const Face = memo(
  function Face({ title, children, footer }: Pick<SheetProps, 'open' | 'title' | 'children' | 'footer'>) {
    const t = useText('common')
    return (
      <>
        <div aria-hidden className="mx-auto mt-2 h-1 w-10 rounded-full bg-line min-[1000px]:invisible" />
        <header className="flex items-center gap-2 px-4 pt-1 pb-2">
          <Drawer.Title className="min-w-0 flex-1 text-18 font-semibold">{title}</Drawer.Title>
          <Drawer.Close aria-label={t('close')} className="press inline-flex size-11 items-center justify-center rounded-field text-muted">
            <Icon name="close" />
          </Drawer.Close>
        </header>
        <Drawer.Content className="min-h-0 flex-1 overflow-y-auto overscroll-y-contain px-4 pb-6 last:pb-10">{children}</Drawer.Content>
        {footer && <footer className="border-t border-line px-4 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))]">{footer}</footer>}
      </>
    )
  },
  (_, { open }) => !open,
)

/** A sheet that is taken away while it is open goes down as one that closes does: a picture of it, which nothing reaches. */
function showGoing(popup: HTMLElement): void {
  const sheet = popup.closest<HTMLElement>('[data-base-ui-portal]')
  if (!sheet || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const picture = sheet.cloneNode(true) as HTMLElement
  picture.inert = true
  for (const part of picture.querySelectorAll('[id], [role]')) ['id', 'role'].forEach((name) => part.removeAttribute(name))
  const scrolled = [...sheet.querySelectorAll('*')].map(({ scrollTop }) => scrollTop)
  const canvases = picture.querySelectorAll('canvas')
  // A copy of a canvas is empty.
  for (const [place, drawn] of sheet.querySelectorAll('canvas').entries()) canvases[place]?.getContext('2d')?.drawImage(drawn, 0, 0)
  queueMicrotask(() => {
    // What only closes goes down by itself.
    if (popup.isConnected) return
    document.body.append(picture)
    for (const [place, part] of picture.querySelectorAll('*').entries()) part.scrollTop = scrolled[place] ?? 0
    const moving = [...picture.querySelectorAll('.sheet-backdrop, .sheet-popup')]
    // Where it stands is worked out before it is told to go, or it would be gone at once.
    picture.getBoundingClientRect()
    for (const part of moving) part.setAttribute('data-ending-style', '')
    void Promise.allSettled(moving.flatMap((part) => part.getAnimations()).map((one) => one.finished)).then(() => picture.remove())
  })
}
