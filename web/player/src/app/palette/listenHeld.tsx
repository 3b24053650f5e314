import type { ReactNode } from 'react'
import { late } from '@core/frame/late'
import { currentLanguage } from '@kit/i18n/text'
import type { Holding } from './decideHeld'
import { saidIn } from './saidIn'
import type { TabPath } from '@core/frame/places'

const HeldSheet = late(() => import('./HeldSheet').then((module) => module.HeldSheet), ['help'])

/** How long something is pressed until it is held, and how far a finger may move meanwhile. */
const heldMs = 500
const movedMax = 10

/** What has a press or a text of its own; and what is signed, or is no text of the app. */
const elsewhere = 'button, a, label, summary, pre, body [translate=no]'

/** The amounts in a sentence that stands in an element itself, and not in a part of it. */
function saidBy(element: Element): string[] {
  if (element.closest(elsewhere)) return []
  const own = [...element.childNodes].map((node) => (node instanceof Text ? node.data : ' ')).join('')
  return saidIn(own, currentLanguage())
}

/** What would be held at a place. A sentence is held by a finger alone: a mouse marks it. */
function holdingAt(target: EventTarget | null, isTouch: boolean): Holding | null {
  if (!(target instanceof Element)) return null
  const found = target.closest<HTMLElement>('[data-of], a[aria-keyshortcuts]')
  if (found) return found instanceof HTMLAnchorElement ? { tab: found.hash.slice(1) as TabPath } : { said: [found.dataset.of ?? ''] }
  const said = isTouch ? saidBy(target) : []
  return said.length > 0 ? { said } : null
}

function amountsWithin(root: Element | null): string[] {
  return [...(root?.querySelectorAll<HTMLElement>('*') ?? [])].flatMap((one) => (one.dataset.of === undefined ? saidBy(one) : [one.dataset.of]))
}

/**
 * Listens for amounts and tabs that are kept pressed: one is shown in another currency, the other leads on. Keys do the
 * same: Alt and `=` ask for the amounts of what has the focus, or of the screen, and the upward arrow opens a tab.
 */
export function listen(show: (sheet: ReactNode) => void, signal: AbortSignal): void {
  if (signal.aborted) return
  const hold = (holding: Holding) => show(<HeldSheet holding={holding} onClose={() => show(null)} />)
  let timer = 0
  let from = { x: 0, y: 0 }
  let unmark = () => {}
  const release = () => {
    clearTimeout(timer)
    unmark()
  }
  const on = <Name extends keyof WindowEventMap>(name: Name, listener: (event: WindowEventMap[Name]) => void) =>
    window.addEventListener(name, listener, { signal, capture: true })
  on('pointerdown', (event) => {
    release()
    const holding = event.isPrimary && event.button === 0 ? holdingAt(event.target, event.pointerType === 'touch') : null
    if (!holding) return
    from = event
    // While it is pressed it is neither marked as text nor followed as a link.
    const { style } = event.target as HTMLElement
    for (const name of ['user-select', '-webkit-user-select', '-webkit-touch-callout']) style.setProperty(name, 'none')
    unmark = () => {
      for (const name of ['user-select', '-webkit-user-select', '-webkit-touch-callout']) style.removeProperty(name)
    }
    timer = window.setTimeout(() => {
      window.addEventListener('click', stop, { capture: true, once: true })
      window.addEventListener('pointerdown', () => window.removeEventListener('click', stop, true), { capture: true, once: true })
      hold(holding)
    }, heldMs)
  })
  on('pointermove', ({ x, y }) => Math.hypot(x - from.x, y - from.y) > movedMax && release())
  on('pointerup', release)
  on('pointercancel', release)
  on('scroll', release)
  // A phone's own menu of a link or a text would lie above.
  on('contextmenu', (event) => event instanceof PointerEvent && event.pointerType === 'touch' && holdingAt(event.target, true) && event.preventDefault())
  on('keydown', (event) => {
    const focused = document.activeElement
    if (event.metaKey || event.ctrlKey || focused?.matches('input, textarea, select')) return
    const holding = event.key === 'ArrowUp' && !event.altKey ? holdingAt(focused, false) : null
    if (holding && 'tab' in holding) {
      event.preventDefault()
      hold(holding)
    }
    // Not by the character alone, which dictation presses; with Alt some keyboards make another one of it.
    if (!event.altKey || (event.key !== '=' && event.code !== 'Equal')) return
    event.preventDefault()
    const near = amountsWithin(focused)
    const said = near.length > 0 ? near : amountsWithin([...document.querySelectorAll('[role=dialog], main')].at(-1) ?? null)
    if (said.length > 0) hold({ said })
  })
  signal.addEventListener('abort', release)
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
