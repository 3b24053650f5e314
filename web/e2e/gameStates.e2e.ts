import { readFileSync } from 'node:fs'
import type { Browser, CDPSession, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptBy, languages, openBrowser, openPhone, takePicture, type KeptState, type Language } from './browser.ts'
import { forgetReceipts, GameMock, holdReceipt, type Scene } from './gameMock.ts'
import { axeFlaws, findFlaws, recordShifts, settle } from './inspect.ts'
import { signIn } from './journey.ts'
import { startWorld, type World } from './world.ts'

let world: World
let browser: Browser
let kept: KeptState

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  const { page, context } = await openPhone(browser)
  await signIn(page, world)
  kept = await keptBy(context)
  await context.close()
})

afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

const wantsPictures = process.env['ETLD_PICTURES'] === '1'
/** Each language and each theme; for pictures every pair of them. */
const looks: (readonly [Language, 'dark' | 'light'])[] = wantsPictures
  ? languages.flatMap((language) => (['dark', 'light'] as const).map((theme) => [language, theme] as const))
  : [
      ['zhtw', 'dark'],
      ['en', 'light'],
      ['ru', 'dark'],
    ]

/** Each state the screen can be in, by what makes it. */
const states: Record<string, { scene: Scene; hasReceipt?: boolean; path?: string }> = {
  open: { scene: { at: 30, state: 'open' } },
  empty: { scene: { at: 30, state: 'open', entries: 0, points: 0, hasHistory: false } },
  joined: { scene: { at: 90, state: 'open', mine: { box: 7, amount: 500 } } },
  locked: { scene: { at: 275, state: 'locked' } },
  waiting: { scene: { at: 600, state: 'waiting' } },
  drawn: { scene: { at: 292, state: 'drawn' } },
  full: { scene: { at: 30, state: 'open', reason: 'full' } },
  stopped: { scene: { at: 30, state: 'open', reason: 'stopped' } },
  clock: { scene: { at: 30, state: 'open', reason: 'clock' } },
  no_age: { scene: { at: 30, state: 'open', guard: 'no_age' } },
  on_break: { scene: { at: 30, state: 'open', guard: 'on_break' } },
  never_again: { scene: { at: 30, state: 'open', guard: 'never_again' } },
  limit: { scene: { at: 30, state: 'open', guard: 'limit' } },
  reality: { scene: { at: 30, state: 'open', guard: 'reality' } },
  won: { scene: { at: 30, state: 'open', previous: { period: '20260601-144', mineNo: 3 } }, hasReceipt: true },
  no_prize: { scene: { at: 30, state: 'open', previous: { period: '20260601-143', mineNo: 2 } }, hasReceipt: true },
  refunded: { scene: { at: 30, state: 'open', previous: { period: '20260601-142', mineNo: 3, refundedFor: 'no_anchor' } }, hasReceipt: true },
  void: { scene: { at: 30, state: 'open', previous: { period: '20260601-140', mineNo: 3, refundedFor: 'no_beacon' } }, hasReceipt: true },
  late: { scene: { at: 600, state: 'waiting', previous: { period: '20260601-139', mineNo: 3, waits: true } }, hasReceipt: true },
  rotated: { scene: { at: 30, state: 'open', previous: { period: '20260601-138', mineNo: 3 }, receiptKeys: 'rotated' }, hasReceipt: true },
  stranger: { scene: { at: 30, state: 'open', previous: { period: '20260601-137', mineNo: 3 }, receiptKeys: 'stranger' }, hasReceipt: true },
  spoilt: { scene: { at: 30, state: 'open', previous: { period: '20260601-141', mineNo: 2, spoilt: true } }, hasReceipt: true },
  history: { scene: { at: 30, state: 'open' }, path: '&view=history' },
  historyEmpty: { scene: { at: 30, state: 'open', hasHistory: false }, path: '&view=history' },
  record: { scene: { at: 30, state: 'open' }, path: '&view=record' },
  recordEmpty: { scene: { at: 30, state: 'open', hasHistory: false }, path: '&view=record' },
  round: { scene: { at: 30, state: 'open', previous: { period: '20260601-144', mineNo: 3 } }, path: '&view=history&period=20260601-144' },
  limits: { scene: { at: 30, state: 'open' }, path: '&view=limits' },
  limitsWaiting: { scene: { at: 30, state: 'open', raise: 'waiting' }, path: '&view=limits' },
  limitsReady: { scene: { at: 30, state: 'open', raise: 'ready' }, path: '&view=limits' },
  limitsBreak: { scene: { at: 30, state: 'open', guard: 'on_break' }, path: '&view=limits' },
  limitsNever: { scene: { at: 30, state: 'open', guard: 'never_again' }, path: '&view=limits' },
  breakAsked: { scene: { at: 30, state: 'open' }, path: '&view=limits&break=permanent' },
  roundFailed: { scene: { at: 30, state: 'open', previous: { period: '20260601-144', mineNo: 3, spoilt: true } }, path: '&view=history&period=20260601-144' },
  exchange: { scene: { at: 30, state: 'open' }, path: '&sheet=exchange' },
  fairness: { scene: { at: 30, state: 'open' }, path: '&sheet=fairness' },
}

/** States whose screen is a sheet: a picture of what is seen, and not of what lies below. */
const sheets = ['round', 'roundFailed', 'fairness', 'exchange', 'breakAsked']

let visits = 0
async function show(page: Page, mock: GameMock, name: string): Promise<void> {
  const { scene, hasReceipt, path = '' } = states[name]!
  mock.begin(scene)
  await forgetReceipts(page)
  if (hasReceipt) await holdReceipt(page, scene.previous!)
  await page.goto(`${world.url}/?visit=${visits++}#/trade?tab=box${path}`)
  await settle(page)
  if ((hasReceipt && !scene.previous?.waits) || name.startsWith('round')) await page.getByText(/[✔✘]/).first().waitFor()
}

async function open(
  language: Language,
  theme: 'dark' | 'light',
  { width = 390, keepsAnswers = false } = {},
): Promise<{ page: Page; mock: GameMock; faults: string[] }> {
  const { page, context, faults } = await openPhone(browser, { language, theme, width, kept })
  const mock = new GameMock()
  await mock.install(context)
  await page.addInitScript(recordShifts)
  // What the device kept of the state before would be shown first, and give way.
  if (!keepsAnswers) await page.addInitScript(() => void indexedDB.deleteDatabase('keyval-store'))
  await page.goto(`${world.url}/#/lang`)
  await settle(page)
  return { page, mock, faults }
}

test.each(looks)(
  'every state of the game is sound in %s, %s',
  async (language, theme) => {
    const { page, mock, faults } = await open(language, theme)
    const flaws: Record<string, string[]> = {}
    for (const name of Object.keys(states)) {
      await show(page, mock, name)
      if (wantsPictures) await takePicture(page, `game-${name}-${language}-${theme}`, !sheets.includes(name))
      const found = [...(await findFlaws(page, language)), ...(await axeFlaws(page))]
      if (found.length > 0) flaws[name] = found
    }
    expect(flaws).toEqual({})
    expect(faults).toEqual([])
  },
  600_000,
)

test.each(languages)(
  'every state fits 320 px with text of 200 % in %s',
  async (language) => {
    const { page, mock } = await open(language, 'dark', { width: 320 })
    await page.addInitScript(() => document.addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%')))
    const flaws: Record<string, string[]> = {}
    for (const name of Object.keys(states)) {
      await show(page, mock, name)
      if (wantsPictures) await takePicture(page, `game-${name}-${language}-320`, !sheets.includes(name))
      const found = await findFlaws(page, language)
      if (found.length > 0) flaws[name] = found
    }
    expect(flaws).toEqual({})
  },
  600_000,
)

test('boxes are chosen by keyboard, as one group of radio buttons', async () => {
  const { page, mock } = await open('en', 'dark')
  await show(page, mock, 'open')
  await page.getByRole('radio', { name: 'Box 1', exact: true }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  expect(await page.getByRole('radio', { name: 'Box 3', exact: true }).isChecked()).toBe(true)
  await page.getByLabel('Amount').fill('505')
  await page.getByText('in steps of 10').waitFor()
  await page.getByLabel('Amount').fill('500')
  await page.getByRole('button', { name: 'Join box 3 with 500 GP' }).waitFor()
})

test('a round that does not fit says which step, and a receipt of an earlier key of the platform fits', async () => {
  const { page, mock } = await open('en', 'dark')
  await show(page, mock, 'rotated')
  await page.getByText('Verified on this device').waitFor()
  for (const name of ['spoilt', 'stranger']) {
    await show(page, mock, name)
    await page.getByText("This does not fit: The list's hash is the one that was signed").waitFor()
  }
})

test('whoever reads that a round does not fit is told what to do, and gets the file to do it with', async () => {
  const { page, mock, faults } = await open('en', 'dark')
  await show(page, mock, 'spoilt')
  await page.getByRole('button', { name: 'This does not fit' }).click()
  const sheet = page.getByRole('dialog')
  // The failure stands before the boxes it is about.
  const advice = sheet.getByRole('region', { name: 'What you can do' })
  await advice.getByRole('listitem').nth(2).getByText('name round 20260601-141').waitFor()
  expect((await advice.boundingBox())!.y).toBeLessThan((await sheet.getByText('Closed at').boundingBox())!.y)
  expect(await advice.getByRole('link', { name: 'Open the verifier' }).getAttribute('href')).toBe('/verify.html')
  const [file] = await Promise.all([page.waitForEvent('download'), sheet.getByRole('button', { name: 'Export this round' }).click()])
  expect(file.suggestedFilename()).toBe('20260601-141.json')
  expect(readFileSync(await file.path(), 'utf8')).toContain('"amount": 1010')
  if (wantsPictures) await takePicture(page, 'game-nextSteps-en-dark', false)
  await advice.getByRole('link', { name: 'Help and support' }).click()
  await page.waitForURL(/view=help/)
  expect(faults).toEqual([])
})

const longPlayer = 400
const slowdown = 4
const comparedPages = 5

/** Scrolls to the end of what is there until a page more is there, and says how long the page was at work for it. */
async function readOn(page: Page, devtools: CDPSession, rows: Locator): Promise<number> {
  const busy = async () => (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')!.value
  const [before, began] = [await rows.count(), await busy()]
  await page.evaluate(() => document.scrollingElement!.scrollTo(0, document.scrollingElement!.scrollHeight))
  await expect.poll(() => rows.count(), { interval: 50 }).toBeGreaterThan(before)
  return (await busy()) - began
}

test.each(['record', 'history'])(
  'hundreds of rows of the %s are read on as quickly as the first ones',
  async (view) => {
    const { page, mock } = await open('en', 'dark')
    mock.begin({ at: 30, state: 'open', rounds: longPlayer })
    await page.goto(`${world.url}/?visit=${visits++}#/trade?tab=box&view=${view}`)
    await settle(page)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.enable')
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const rows = page.getByRole('listitem').filter({ hasText: 'Round 20' })
    const work: number[] = []
    while ((await rows.count()) < longPlayer) work.push(await readOn(page, devtools, rows))
    const median = (pages: number[]) => pages.toSorted((left, right) => left - right)[Math.floor(pages.length / 2)]!
    // All rows made anew with each page would be more than four times as much at the end. A median, as the machine may be busy.
    expect(median(work.slice(-comparedPages)), work.map((seconds) => seconds.toFixed(2)).join(' ')).toBeLessThan(2.5 * median(work.slice(0, comparedPages)))
    const last = page.getByRole('button', { name: /Round 20/ }).last()
    const period = /[0-9]{8}-[0-9]{3}/.exec((await last.textContent()) ?? '')?.[0]
    await last.click()
    await page.getByRole('dialog', { name: `Round ${period}` }).waitFor()
  },
  300_000,
)

/** Runs in the page: whether the device keeps a round's document by now. */
function isRoundKept(): Promise<boolean> {
  return new Promise((done) => {
    const open = indexedDB.open('keyval-store')
    open.onsuccess = () => {
      const all = open.result.transaction('keyval').objectStore('keyval').getAll()
      all.onsuccess = () => done(JSON.stringify(all.result).includes('rootSignature'))
      open.result.close()
    }
  })
}

test('a published round that changes is recomputed, and both steps that fail are marked', async () => {
  const { page, mock } = await open('en', 'dark', { keepsAnswers: true })
  await show(page, mock, 'round')
  const sheet = page.getByRole('dialog')
  await sheet.getByText('Verified on this device').waitFor()
  // What the device keeps is shown first.
  await expect.poll(() => page.evaluate(isRoundKept)).toBe(true)
  await show(page, mock, 'roundFailed')
  const failed = sheet.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'does not fit' }) })
  await expect.poll(() => failed.count()).toBe(2)
  expect(await failed.allInnerTexts()).toEqual([
    expect.stringContaining("The list's hash is the one that was signed"),
    expect.stringContaining('My entry is in the list'),
  ])
})
