import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { languages } from './browser.ts'
import { enter, openDesk, withdrawalWaits } from './console.ts'
import { expect, test } from './fixtures.ts'
import { axeFlaws } from './inspect.ts'
import { Operator } from './operators.ts'
import type { World } from './world.ts'

// What an operator sees on a second device, which is not signed in.
test.use({ story: 'console-look' })
test.describe.configure({ mode: 'serial' })

const saved = join(import.meta.dirname, '../dist/console/verify.html')

/** A telephone beside the desk: no session, another language. */
async function openSecond(browser: Browser, language: (typeof languages)[number]) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: language === 'zhtw' ? 'zh-TW' : language })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  return { context, page, faults }
}

/** What the open panel says: the wallet's text, and the address in the picture. */
async function shownAt(page: Page) {
  const panel = page.getByRole('complementary')
  const text = await panel.locator('[data-wallet]').innerText()
  const address = (await panel.getByRole('link', { name: 'Open the page' }).getAttribute('href')) ?? ''
  return { text: text.trim(), address, operator: / as operator (0x\w{40})\.\s/.exec(text)?.[1] ?? '' }
}

async function comparesWith(browser: Browser, world: World, page: Page): Promise<void> {
  const { text, address, operator } = await shownAt(page)
  expect(new URL(address).origin).toBe(world.operatorUrl)
  const second = await openSecond(browser, 'en')
  await second.page.goto(address)
  await second.page.getByLabel('Your wallet’s address (optional)').fill(operator.toLowerCase())
  await expect(second.page.locator('[data-wallet]')).toHaveText(text)
  expect(await axeFlaws(second.page)).toEqual([])
  expect(second.faults).toEqual([])
  await second.context.close()
}

test('a payout is read on a device without a session, as the wallet will show it', async ({ browser, world }) => {
  const withdrawNo = await withdrawalWaits(world, '40')
  const { page, context } = await openDesk(browser, world)
  await enter(page, 'finance_checker', 1, `/withdrawals?item=${withdrawNo}`)
  await comparesWith(browser, world, page)
  const { address } = await shownAt(page)
  const other = await Operator.signIn(world, 'finance_checker', 2)
  await other.approve(address.split('#')[1] ?? '')
  const second = await openSecond(browser, 'en')
  await second.page.goto(address)
  await expect(second.page.locator('[data-lack=gone]')).toBeVisible()
  await second.context.close()
  await context.close()
})

test('a proposal has the same sentence there in every language, and from a page saved to a disk', async ({ browser, world }) => {
  const maker = await Operator.signIn(world, 'finance_maker', 1)
  const id = await maker.propose('pools/fund', { pool: 'emission', evidence: 'contract <7> & "more"', currency: 'ETLD', amount: '12.5' })
  for (const language of languages) {
    const desk = await openDesk(browser, world, { language })
    await enter(desk.page, 'finance_checker', 1, `/proposals?item=${id}`)
    const sentence = await desk.page.locator('aside [data-sentence]').innerText()
    const second = await openSecond(browser, language)
    await second.page.goto(`${world.operatorUrl}/operator/verify.html#${id}`)
    await expect(second.page.locator('[data-sentence]')).toHaveText(sentence)
    if (language === 'en') await comparesWith(browser, world, desk.page)
    await second.context.close()
    await desk.context.close()
  }
  const second = await openSecond(browser, 'en')
  await second.page.goto(pathToFileURL(saved).href)
  const address = second.page.getByLabel('The address out of the picture, or the proposal’s id')
  await address.fill(id)
  await second.page.getByRole('button', { name: 'Look' }).click()
  await expect(second.page.locator('[data-lack=unreadable]')).toBeVisible()
  await address.fill(`${world.operatorUrl}/operator/verify.html#${id}`)
  await second.page.getByRole('button', { name: 'Look' }).click()
  await expect(second.page.locator('[data-sentence]')).toContainText('Fund the emission pool with 12.5 ETLD: evidence “contract <7> & "more"”')
  await second.context.close()
  expect(readFileSync(saved, 'utf8')).not.toContain('src=')
})
