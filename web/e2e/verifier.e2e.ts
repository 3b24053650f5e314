import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { languages, openBrowser, openPhone, takePicture, type Language, type Theme } from './browser.ts'
import { axeFlaws, findFlaws, recordShifts } from './inspect.ts'

interface Vectors {
  beacon: { localKey: string }
  documents: { name: string; document: unknown }[]
  rejected: { name: string; step: string; document: unknown }[]
}

const vectors = JSON.parse(readFileSync(join(import.meta.dirname, '../../test/vectors/game.json'), 'utf8')) as Vectors
const address = pathToFileURL(join(import.meta.dirname, '../dist/player/verify.html')).href
const wantsPictures = process.env['ETLD_PICTURES'] === '1'

let browser: Browser
let folder: string

beforeAll(async () => {
  browser = await openBrowser()
  folder = mkdtempSync(join(tmpdir(), 'etld-verifier-'))
})

afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The page as somebody opens it from a disk; every request beyond the page itself is a fault. */
async function openPage(language: Language, theme: Theme = 'dark', width = 390): Promise<{ page: Page; faults: string[]; asked: string[] }> {
  const { page, faults } = await openPhone(browser, { theme, width })
  const asked: string[] = []
  page.on('request', (request) => request.url().startsWith(address) || asked.push(request.url()))
  await page.addInitScript(recordShifts)
  await page.goto(`${address}#${language}`)
  return { page, faults, asked }
}

/** Trusts the demo's beacon, whose key made the vectors. */
async function trustLocal(page: Page): Promise<void> {
  await page.locator('summary').first().click()
  await page.locator('textarea[name=beacon]').fill(vectors.beacon.localKey)
}

test('verifies exported rounds from a file on a disk, and names what does not fit', async () => {
  const { page, faults, asked } = await openPage('en')
  await trustLocal(page)
  for (const { name, document } of vectors.documents) {
    const file = join(folder, `${(document as { period: string }).period}.json`)
    writeFileSync(file, JSON.stringify(document))
    await page.locator('input[type=file]').first().setInputFiles(file)
    await expect.poll(() => page.locator('dl dd').first().textContent(), { message: name }).toBe((document as { period: string }).period)
    expect(await page.locator('[data-result]').getAttribute('data-result'), name).toBe('ok')
  }
  for (const { name, step, document } of vectors.rejected) {
    await page.locator('form textarea').first().fill(JSON.stringify(document))
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect.poll(() => page.locator('[data-result]').getAttribute('data-result'), { message: name }).toBe(step)
    expect(await page.locator(`[data-step=${step}]`).getAttribute('class'), name).toBe('failed')
  }
  await page.locator('form textarea').first().fill('{}')
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByText('This is no exported round').waitFor()
  expect(asked).toEqual([])
  expect(faults).toEqual([])
})

test("does not take a demo's beacon for the public one", async () => {
  const { page } = await openPage('en')
  await page.locator('form textarea').first().fill(JSON.stringify(vectors.documents[0]!.document))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect.poll(() => page.locator('[data-result]').getAttribute('data-result')).toBe('signature')
})

test('holds root and receipt to the receipt keys that the reader brings', async () => {
  const { page, faults } = await openPage('en')
  await trustLocal(page)
  const { document } = vectors.documents[0]! as { document: { receiptKey: string; mine: { receiptKey: string } } }
  await page.locator('textarea[name=round]').fill(JSON.stringify(document))
  const verify = () => page.getByRole('button', { name: 'Verify' }).click()
  const failed = () => page.locator('.steps .failed').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-step')))
  await verify()
  await page.locator('[data-result=ok]').waitFor()
  await page.locator('[data-signer=false]').getByText("the file's own word").waitFor()

  await page.getByText("The platform's receipt keys").click()
  const answer = (keys: string[]) =>
    JSON.stringify({ code: 200, message: '', data: { receiptKeys: keys.map((key) => ({ key, since: '2026-01-01T00:00:00Z' })) } })
  const [stranger, published] = [join(folder, 'stranger.json'), join(folder, 'gameChain.json')]
  writeFileSync(stranger, answer(['ab'.repeat(32)]))
  writeFileSync(published, answer(['ab'.repeat(32), document.receiptKey, document.mine.receiptKey]))
  await page.getByLabel('Open the saved answer').setInputFiles(stranger)
  await page.locator('[data-result=root]').waitFor()
  expect(await failed()).toEqual(['root', 'receipt'])
  await page.getByText('name round 20261123-225').waitFor()
  await page.getByLabel('Open the saved answer').setInputFiles(published)
  await page.locator('[data-result=ok]').waitFor()
  await page.locator('[data-signer=true]').waitFor()
  // What was put in survives a change of language.
  await page.locator('header select').selectOption('ru')
  await page.locator('[data-result=ok]').waitFor()
  await page.locator('[data-signer=true]').waitFor()
  await page.locator('header select').selectOption('en')

  await page.getByText("The platform's receipt keys").click()
  await page.getByLabel('Or paste answer or keys').fill('no keys')
  await verify()
  await page.getByText('These are no receipt keys').waitFor()
  expect(await page.locator('[data-result]').count()).toBe(0)
  expect(faults).toEqual([])
})

test.each(languages.flatMap((language) => (['dark', 'light'] as const).map((theme) => ({ language, theme }))))(
  'reads well in $language, $theme',
  async ({ language, theme }) => {
    const { page } = await openPage(language, theme, 320)
    if (wantsPictures) await takePicture(page, `verifier-empty-${language}-${theme}`)
    await trustLocal(page)
    await page.locator('form textarea').first().fill(JSON.stringify(vectors.documents[0]!.document))
    await page.locator('button').click()
    await page.locator('[data-result=ok]').waitFor()
    await page.locator('summary').nth(1).click()
    if (wantsPictures) await takePicture(page, `verifier-${language}-${theme}`)
    expect(await findFlaws(page, language)).toEqual([])
    expect(await axeFlaws(page)).toEqual([])
    await page.addStyleTag({ content: 'html { font-size: 200% }' }).catch(() => page.evaluate(() => (document.documentElement.style.fontSize = '200%')))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  },
)
