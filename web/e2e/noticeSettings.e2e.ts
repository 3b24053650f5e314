import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptBy, openBrowser, openPhone, takePicture, type KeptState } from './browser.ts'
import { axeFlaws, settle } from './inspect.ts'
import { signIn } from './journey.ts'
import { textOf } from './texts.ts'
import { startWorld, type World } from './world.ts'

let world: World
let browser: Browser
let kept: KeptState

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  const { context, page } = await openPhone(browser)
  await signIn(page, world, '/mine')
  kept = await keptBy(context)
  await context.close()
})

afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

test('what the app shows at once can be chosen, and stays chosen', async () => {
  const { context, page } = await openPhone(browser, { language: 'en', kept })
  await page.goto(`${world.url}/#/mine?view=notices`)
  await page.getByRole('button', { name: textOf('en', 'notice', 'settings.title') }).click()
  const machines = page.getByRole('switch', { name: textOf('en', 'notice', 'settings.kind.machine') })
  await expect.poll(() => machines.isChecked()).toBe(true)
  const answered = page.waitForResponse(/setNoticeSettings/)
  await machines.click()
  await answered
  await page.reload()
  await machines.waitFor()
  await expect.poll(() => machines.isChecked()).toBe(false)
  // Account and terms are always told.
  expect(await page.getByRole('switch').count()).toBe(7)
  await settle(page)
  expect(await axeFlaws(page)).toEqual([])
  if (process.env['ETLD_PICTURES'] === '1') await takePicture(page, 'notice-settings', false)
  await context.close()
})
