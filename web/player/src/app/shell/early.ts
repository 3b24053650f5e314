// Imported first: what must be settled before anything renders.
import { currentLanguage } from '@kit/i18n/text'
import { keepReferrer } from '@core/session/referrer'
import { offerNonce } from '@kit/ui/nonce'
import { applyTheme } from '@kit/ui/theme'

/** What can be pressed. A choice is pressed by its whole label. */
const pressable = 'a[href], button, summary, label:has([type=radio], [type=checkbox])'

keepReferrer(location.href)
window.addEventListener('hashchange', () => keepReferrer(location.href))
applyTheme()
offerNonce()
markPresses()
// What the home screen of a phone says of the app is read when it is installed.
document.querySelector('link[rel=manifest]')?.setAttribute('href', `/manifest.${currentLanguage()}.webmanifest`)

/** Marks what is pressed with `data-pressed`, from the moment a finger, a pen or a mouse touches it. `:active` is too late for a finger: Chromium waits 150 ms for a scroll. */
function markPresses(): void {
  let pressed: Element | null | undefined
  const listen = (name: string, mark?: (target: Element) => Element | null) =>
    addEventListener(
      name,
      ({ target }) => {
        pressed?.removeAttribute('data-pressed')
        pressed = mark?.(target as Element)
        pressed?.setAttribute('data-pressed', '')
      },
      { capture: true, passive: true },
    )
  listen('pointerdown', (target) => target.closest(pressable))
  for (const name of ['pointerup', 'pointercancel']) listen(name)
}
