import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'

const pictures = join(import.meta.dirname, 'artifacts')

export const languages = ['zhtw', 'en', 'ru'] as const
export type Language = (typeof languages)[number]

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

export interface OpenPhone {
  context: BrowserContext
  page: Page
  /** Errors of the page and of its console so far. */
  faults: string[]
}

/** A document of either origin without an app in it: calls of a page need the origin. */
export const blank = '/healthz'

/** A phone of its own: nothing is shared with another. Addresses without a host are the world's. */
export async function openPhone(
  browser: Browser,
  baseURL: string,
  { width = 390, language = 'en', theme = 'dark', zone = 'UTC', kept, hasWorker = false, tellsIncome = false }: Phone = {},
): Promise<OpenPhone> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height: 844 },
    colorScheme: theme,
    serviceWorkers: hasWorker ? 'allow' : 'block',
    timezoneId: zone,
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

/** Whether pictures are wanted: `make looks` leaves one of every screen in e2e/artifacts, for people to look at. */
const wantsPictures = process.env['ETLD_PICTURES'] === '1'

/** A picture for people to look at, where they are wanted. */
export async function takePicture(page: Page, name: string, fullPage = true): Promise<void> {
  if (!wantsPictures) return
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage })
}
