import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Language } from './browser.ts'

const web = join(import.meta.dirname, '..')
const axeSource = readFileSync(join(web, 'node_modules/axe-core/axe.min.js'), 'utf8')
const namespaces = readdirSync(join(web, 'locales/en')).map((file) => file.replace('.json', ''))

/** Above this the page visibly jumps while it loads. */
const layoutShiftMax = 0.02

const htmlLangs: Record<Language, string> = { zhtw: 'zh-Hant', en: 'en', ru: 'ru' }
const otherScripts: Record<Language, RegExp> = { zhtw: /[\u0400-\u04ff]/, en: /[\u0400-\u04ff\u4e00-\u9fff]/, ru: /[\u4e00-\u9fff]/ }

/** Names that stay Latin in every language, currencies one after another, and commands. */
const latinNames = /BNB Smart Chain|ETLD demo chain|Unexpected Application Error|\b(?:USDT|ETLD|ETH)\b|etld [\w -]+/g
const latinSentence = /[A-Za-z]{2,}(?:[ ,.’'-]+[A-Za-z]{2,}){2,}/
/** The own name of a parameter stands in brackets, and looks like a key. */
const parameterName = /[(（][a-z]+\.[a-z_]+[)）]/g
const keyShown = new RegExp(`(?<![\\w./-])(?:${namespaces.join('|')})\\.[a-z]\\w*(?:\\.\\w+)*`)
const brokenText = /\{\w+[,}]|\bundefined\b|\bNaN\b|\bnull\b|Invalid Date|\[object /

/** Notes every layout shift from the first moment of each page on. */
export function recordShifts(): void {
  const seen = { sum: 0, sources: [] as string[] }
  Object.assign(window, { layoutShifts: seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
    })[]) {
      if (entry.hadRecentInput) continue
      seen.sum += entry.value
      for (const { node, previousRect, currentRect } of entry.sources) {
        const element = node instanceof Element ? node : node?.parentElement
        seen.sources.push(
          `${element?.tagName} ${element?.getAttribute('class')} from ${previousRect.top}+${previousRect.height} to ${currentRect.top}+${currentRect.height}, ${entry.value.toFixed(3)} at ${Math.round(entry.startTime)} ms, ${document.documentElement.lang}`,
        )
      }
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Runs in the page: what moved so far is no flaw. */
export function forgetShifts(): void {
  Object.assign((window as unknown as { layoutShifts: object }).layoutShifts, { sum: 0, sources: [] })
}

/** Whether the page it runs in shows its data: no skeleton, no spinner, nothing moving. */
export function isSettled(): boolean {
  const title = document.querySelector('h1')
  const waiting = document.querySelector('main .skeleton, [role=dialog] .skeleton, [role=status][aria-label]:not(aside)')
  const moving = document.getAnimations().some((one) => one.playState === 'running' && Number.isFinite(one.effect?.getComputedTiming().endTime))
  return !!title && !waiting && !moving
}

/** Waits until the screen shows its data. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(isSettled).catch(async (fault: Error) => {
    throw new Error(`${page.url()} does not settle: ${await page.locator('body').innerHTML()}`, { cause: fault })
  })
  await page.evaluate(() => document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))))
}

/** A page of any engine that functions can be run in. */
export interface Inspected {
  evaluate<Result>(inPage: () => Result): Promise<Result>
  url(): string
}

/** What is wrong with the screen as it stands; nothing, if the list is empty. */
export async function findFlaws(page: Inspected, language: Language): Promise<string[]> {
  return [...(await layoutFlaws(page)), ...(await textFlaws(page, language))]
}

async function layoutFlaws(page: Inspected): Promise<string[]> {
  const found = await page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const column = document.querySelector('main')?.getBoundingClientRect()
    const isClipped = (element: Element): boolean => {
      for (let parent = element.parentElement; parent; parent = parent.parentElement) {
        if (getComputedStyle(parent).overflowX !== 'visible') return true
      }
      return false
    }
    const beyond = [...document.querySelectorAll('body *')].filter((element) => {
      const box = element.getBoundingClientRect()
      return box.width > 0 && (box.right > width + 1 || box.left < -1) && !element.closest('svg, .sr-only, [data-base-ui-focus-guard]') && !isClipped(element)
    })
    // What scrolls down and sideways is named by what is too wide in it.
    const inner = [...document.querySelectorAll('main, [role=dialog], [role=dialog] *')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(element).overflowY) && element.clientWidth > 0)
      .map((element) => {
        const right = element.getBoundingClientRect().left + element.clientWidth
        return [...element.querySelectorAll('*')].findLast((part) => part.getBoundingClientRect().right > right + 1) ?? element
      })
    return {
      scroll: [document.documentElement.scrollWidth, window.visualViewport?.width ?? width, width] as const,
      column: column ? { left: column.left, width: column.width, widthMax: document.querySelector('main .beside') ? 1200 : 750 } : null,
      beyond: [...beyond, ...inner].slice(0, 3).map((element) => element.outerHTML.slice(0, 140)),
      shifts: (window as unknown as { layoutShifts: { sum: number; sources: string[] } }).layoutShifts,
    }
  })
  const flaws: string[] = []
  const [scrollWidth, , width] = found.scroll
  if (scrollWidth > width) flaws.push(`scrolls sideways: ${scrollWidth} in ${width}`)
  for (const element of found.beyond) flaws.push(`reaches beyond the screen: ${element}`)
  if (!found.column) flaws.push('no main')
  // The console fills a desk's screen.
  else if (new URL(page.url()).pathname.startsWith('/operator/')) return found.shifts.sum > layoutShiftMax ? [...flaws, shiftsOf(found.shifts)] : flaws
  else if (found.column.width > found.column.widthMax || Math.abs(found.column.left * 2 + found.column.width - width) > 2)
    flaws.push(`column of ${found.column.width} px at ${found.column.left}`)
  if (found.shifts.sum > layoutShiftMax) flaws.push(shiftsOf(found.shifts))
  return flaws
}

function shiftsOf({ sum, sources }: { sum: number; sources: string[] }): string {
  return `layout shifts by ${sum.toFixed(3)}: ${sources.slice(0, 4).join('; ')}`
}

async function textFlaws(page: Inspected, language: Language): Promise<string[]> {
  const found = await page.evaluate(() => {
    const texts: string[] = []
    const small: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      const size =
        parent?.closest('script, style, svg, .sr-only') || !node.textContent?.trim() ? Infinity : Number.parseFloat(getComputedStyle(parent!).fontSize)
      if (size < 11) small.push(`${size} px: ${node.textContent?.trim()}`)
      // A language names itself in its own letters; what the wallet signs stays as it is signed. The whole document is `translate=no`.
      if (!parent || parent.closest('script, style, noscript, body [translate=no], pre')) continue
      const own = parent.closest('[lang]')
      if (own && own !== document.documentElement) continue
      const text = node.textContent?.trim()
      if (text) texts.push(text)
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [alt], [title]')) {
      if (element.closest('body [translate=no]')) continue
      for (const name of ['aria-label', 'placeholder', 'alt', 'title']) {
        const text = element.getAttribute(name)
        if (text) texts.push(text)
      }
    }
    return { texts: [...texts, document.title], small, lang: document.documentElement.lang }
  })
  const flaws = found.lang === htmlLangs[language] ? [] : [`<html lang="${found.lang}">`]
  for (const text of found.small.slice(0, 3)) flaws.push(`too small to read, ${text}`)
  for (const text of found.texts) {
    if (keyShown.test(text.replace(parameterName, ''))) flaws.push(`shows a key: ${text}`)
    if (brokenText.test(text)) flaws.push(`broken text: ${text}`)
    if (otherScripts[language].test(text)) flaws.push(`another language: ${text}`)
    if (language !== 'en' && latinSentence.test(text.replace(latinNames, ''))) flaws.push(`not translated: ${text}`)
  }
  return flaws
}

/** The rules of axe that ask for colours, which is all that a second theme can change. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** What axe finds, from moderate upwards: by all its rules, or by those of colours alone. */
export async function axeFlaws(page: Page, rules: 'all' | 'colours' = 'all'): Promise<string[]> {
  // Evaluated by the browser itself, so that the page keeps its content security policy.
  await page.evaluate(axeSource)
  return page.evaluate(
    async (runOnly) => {
      type Axe = {
        run(root: Document, options: object): Promise<{ violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[] }>
      }
      const { axe } = window as unknown as { axe: Axe }
      const { violations } = await axe.run(document, { resultTypes: ['violations'], ...(runOnly ? { runOnly } : {}) })
      return violations
        .filter(({ impact }) => ['moderate', 'serious', 'critical'].includes(impact))
        .flatMap(({ id, impact, nodes }) =>
          nodes.slice(0, 3).map((node) => `axe ${impact} ${id}: ${node.html.slice(0, 160)} ${node.failureSummary.replaceAll('\n', ' ').slice(0, 200)}`),
        )
    },
    rules === 'colours' && colourRules,
  )
}

/** Presses a key until what it opens is there: pressed once more after that, it would be typed into it. */
export async function opens(page: Page, key: string, shown: Locator): Promise<void> {
  await expect(async () => {
    if ((await shown.count()) === 0) await page.keyboard.press(key)
    await expect(shown).toBeVisible({ timeout: 500 })
  }).toPass()
}
