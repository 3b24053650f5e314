// The page's first script, small: it sets going what the app needs, so that its own code, the screen's, the texts and the
// first answers come beside each other.
import { loadFile } from '@kit/i18n/catalogueFiles'
import { htmlLang, localeOf, storedLanguage } from '@kit/i18n/language'
import { sendAhead } from '@core/session/ahead'
import { readKeptSession } from '@core/session/kept'
import { preloadRoute, routeAt } from './app/shell/routes'
import './player.css'

const language = storedLanguage()
const token = readKeptSession()?.token ?? null

// The first text that is drawn finds the language's fonts and line height.
document.documentElement.lang = htmlLang(language)

loadFile(language, 'common').catch(() => undefined)
sendAhead(['/api/open/app', {}], { token, language })
if (token) {
  const { route, params } = routeAt(location.hash)
  preloadRoute(route)
  for (const first of route.first?.(params) ?? []) sendAhead(first, { token, language })
  sendAhead(['/api/user/getUserInfo', {}], { token, language })
} else {
  import('./app/gate/SignInGate').catch(() => undefined)
  loadFile(language, 'gate').catch(() => undefined)
}
void import('./main')

// The first formatters of a page read the language's data, a tenth of a second on a slow phone: now, while the code is on its way.
setTimeout(() => {
  new Intl.NumberFormat(localeOf(language)).format(0)
  new Intl.DateTimeFormat(localeOf(language)).format(0)
})
