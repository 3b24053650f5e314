// Imported first: what must be settled before anything renders.
import { currentLanguage } from '@kit/i18n/text'
import { keepReferrer } from '@core/session/referrer'
import { offerNonce } from '@kit/ui/nonce'
import { markPresses } from '@kit/ui/press'
import { applyTheme } from '@kit/ui/theme'

keepReferrer(location.href)
window.addEventListener('hashchange', () => keepReferrer(location.href))
applyTheme()
offerNonce()
markPresses()
// What the home screen of a phone says of the app is read when it is installed.
document.querySelector('link[rel=manifest]')?.setAttribute('href', `/manifest.${currentLanguage()}.webmanifest`)
