import type { Page } from '@playwright/test'
import { languages, takePicture, type Language, type OpenPhone, type Phone, type Theme } from './browser.ts'
import { axeFlaws, findFlaws, recordShifts, settle } from './inspect.ts'

/** One way to look at a screen. */
export interface Look {
  language: Language
  theme: Theme
  width: number
  /** Text twice as large as usual, as readers set it in their browser. */
  isDouble: boolean
  /** What axe looks at too; what it finds depends on the theme and not on the language. */
  axe: 'all' | 'colours' | 'nothing'
}

const usual: readonly Look[] = [
  { language: 'zhtw', theme: 'dark', width: 390, isDouble: false, axe: 'all' },
  { language: 'en', theme: 'light', width: 390, isDouble: false, axe: 'colours' },
  { language: 'ru', theme: 'dark', width: 320, isDouble: true, axe: 'nothing' },
]

const all: readonly Look[] = languages.flatMap((language) =>
  (['dark', 'light'] as const).flatMap((theme) => [
    { language, theme, width: 390, isDouble: false, axe: 'all' },
    { language, theme, width: 320, isDouble: true, axe: 'nothing' },
  ]),
)

/** A tablet held upright and a desk, in every language and both themes. */
const wide: readonly Look[] = languages.flatMap((language, at) =>
  [768, 1280].map((width, place) => ({
    language,
    theme: (at + place) % 2 === 0 ? ('light' as const) : ('dark' as const),
    width,
    isDouble: false,
    axe: 'nothing' as const,
  })),
)

const chosen: Record<string, readonly Look[]> = { all: [...all, ...wide], wide }

/** The looks of a run: three in `make test`, every language in every theme and width in `make looks`, the wide ones of these alone by `ETLD_LOOKS=wide`. */
export const looks: readonly Look[] = chosen[process.env['ETLD_LOOKS'] ?? ''] ?? usual

export const nameOf = ({ language, theme, width }: Look): string => `${language} ${theme} ${width}`

/** A state of a screen, by what brings a phone into it; the looks wait until its data is there, then judge it. */
export interface State {
  show: (page: Page, language: Language) => Promise<unknown>
  /** A sheet's picture is what is seen, and not what lies below. */
  isSheet?: boolean
  /** Something within it was opened by a press, which may move what lies around it. */
  isMoved?: boolean
}

export type States = Record<string, State>

/** What one look at all of it takes is too long for one test. */
const statesAtOnce = 13

/** A chapter in parts that one test can look at. */
export function partsOf(chapter: string, states: States): [name: string, part: States][] {
  const all = Object.entries(states)
  const starts = all.map((_, at) => at).filter((at) => at % statesAtOnce === 0)
  return starts.map((at) => [starts.length > 1 ? `${chapter} from ${at + 1}` : chapter, Object.fromEntries(all.slice(at, at + statesAtOnce))])
}

let visits = 0

/** Loads a screen from cold: another query before the # makes the browser load the page anew. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(`/?visit=${(visits += 1)}#${path}`)
  await settle(page)
}

/** Goes to another screen within the page that is open: its heading takes the focus. */
export async function turnTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    location.hash = to
  }, path)
  await page.waitForFunction(() => document.activeElement?.localName === 'h1')
  await settle(page)
}

/** A screen that an address leads to. */
export const at = (path: string): State => ({ show: (page) => visit(page, path) })

/** A sheet that an address leads to. */
export const sheetAt = (path: string): State => ({ show: (page) => visit(page, path), isSheet: true })

/** What is wrong with each state in one look; nothing, if the record is empty. What is asked of it further comes last, as it may press something. */
export async function flawsIn(
  look: Look,
  states: States,
  open: (phone: Phone) => Promise<OpenPhone>,
  askFurther: (page: Page, name: string, state: State) => Promise<unknown> = () => Promise.resolve(),
): Promise<Record<string, string[]>> {
  const { language, theme, width, isDouble, axe } = look
  const { context, page, faults } = await open({ language, theme, width })
  await context.addInitScript(recordShifts)
  await context.addInitScript(keepNothing)
  if (isDouble) await context.addInitScript(doubleText)
  const flaws: Record<string, string[]> = {}
  for (const [name, state] of Object.entries(states)) {
    const { show, isSheet, isMoved } = state
    await show(page, language)
    await settle(page)
    await takePicture(page, `${name}-${language}-${theme}-${width}`, !isSheet)
    // Text twice as large takes lines of its own in a sheet once its figures are there; a screen stands still then too.
    const mayMove = isMoved || (isSheet && isDouble)
    const standing = (await findFlaws(page, language)).filter((flaw) => !(mayMove && flaw.startsWith('layout shifts')))
    const byAxe = axe === 'nothing' ? [] : await axeFlaws(page, axe)
    await askFurther(page, name, state)
    const found = [...standing, ...byAxe, ...faults.splice(0)]
    if (found.length > 0) flaws[name] = found
  }
  await context.close()
  return flaws
}

/** What is wrong with states in all looks, where only one moment of a story shows them; some of a look may be otherwise. */
export async function flawsInAll(
  states: States,
  open: (phone: Phone) => Promise<OpenPhone>,
  otherwise: Partial<Look> = {},
): Promise<Record<string, Record<string, string[]>>> {
  const flaws: Record<string, Record<string, string[]>> = {}
  for (const look of looks) {
    const found = await flawsIn({ ...look, ...otherwise }, states, open)
    if (Object.keys(found).length > 0) flaws[nameOf(look)] = found
  }
  return flaws
}

/** Runs in the page before anything else: the document is still empty here; its root comes with the parser. */
export function doubleText(): void {
  new MutationObserver(() => (document.documentElement.style.fontSize = '200%')).observe(document, { childList: true })
}

/** Runs in the page: what the device kept of the state before would be shown first, and give way. */
export function keepNothing(): void {
  const open = IDBFactory.prototype.open
  IDBFactory.prototype.open = function (name) {
    return open.call(this, `${name} ${performance.timeOrigin}`)
  }
}
