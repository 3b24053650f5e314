import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'

const candidates = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const pictures = join(import.meta.dirname, 'artifacts')

export const languages = ['zhtw', 'en', 'ru'] as const
export type Language = (typeof languages)[number]

export async function openBrowser(): Promise<Browser> {
  const executablePath = candidates.find((path) => existsSync(path))
  if (!executablePath) throw new Error('Chromium is missing: install the package chromium')
  return chromium.launch({ executablePath, args: flags })
}

export interface Phone {
  width?: number
  language?: Language
  theme?: Theme
  /** The zone of its clock, such as Europe/Berlin. */
  zone?: string
  /** What another phone kept: this one is signed in like it. */
  kept?: KeptState
  /** Whether the app's service worker may run; it keeps files, which tests that route them would not see. */
  hasWorker?: boolean
  /** Whether the first income is told; its sheet would lie over what other tests press. */
  tellsIncome?: boolean
}

export type Theme = 'dark' | 'light'
export type KeptState = Awaited<ReturnType<BrowserContext['storageState']>>

/** A phone of its own: nothing is shared with another. */
export async function openPhone(
  browser: Browser,
  { width = 390, language = 'en', theme = 'dark', zone, kept, hasWorker = false, tellsIncome = false }: Phone = {},
): Promise<{ context: BrowserContext; page: Page; faults: string[] }> {
  const context = await browser.newContext({
    viewport: { width, height: 844 },
    deviceScaleFactor: 1,
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'reduce',
    colorScheme: theme,
    ...(zone ? { timezoneId: zone } : {}),
    acceptDownloads: true,
    serviceWorkers: hasWorker ? 'allow' : 'block',
    ...(kept ? { storageState: kept } : {}),
  })
  await context.addInitScript(
    ([lang, look]) => {
      if (!localStorage.getItem('lang')) localStorage.setItem('lang', lang!)
      if (!localStorage.getItem('theme')) localStorage.setItem('theme', look!)
    },
    [language, theme],
  )
  if (!tellsIncome) {
    await context.addInitScript(() => {
      const read = Storage.prototype.getItem
      Storage.prototype.getItem = function (key) {
        return key.startsWith('etld.firstIncome.') ? 'told' : read.call(this, key)
      }
    })
  }
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    // A stream of events may be cut at any moment; it is taken up again.
    if (message.type() === 'error' && !message.location().url.includes('/api/user/events')) faults.push(`console: ${message.text()}`)
  })
  return { context, page, faults }
}

/** What a signed-in phone keeps, without its choice of language and appearance. */
export async function keptBy(context: BrowserContext): Promise<KeptState> {
  const state = await context.storageState()
  const origins = state.origins.map((origin) => ({ ...origin, localStorage: origin.localStorage.filter(({ name }) => name !== 'lang' && name !== 'theme') }))
  return { ...state, origins }
}

/** A picture for people to look at, in e2e/artifacts. */
export async function takePicture(page: Page, name: string, fullPage = true): Promise<void> {
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage })
}
