import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPhone, takePicture } from './browser.ts'
import { signIn } from './journey.ts'
import { Operator } from './operators.ts'
import { startWorld, type World } from './world.ts'

let world: World
let browser: Browser

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
})

afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

test('a new visitor signs in with the demo wallet and sees the home page', async () => {
  const { page, faults, context } = await openPhone(browser)
  await signIn(page, world)
  await expect.poll(() => page.getByRole('navigation', { name: 'Main menu' }).isVisible()).toBe(true)
  expect(faults).toEqual([])
  await context.close()
})

test('what operators stop is said on every screen, with its reason, until two restart it', async () => {
  const { page, context } = await openPhone(browser)
  await signIn(page, world)
  const [one, other] = await Promise.all([Operator.signIn(world, 'finance_maker'), Operator.signIn(world, 'finance_checker')])
  await one.propose('emergency/change', { part: 'sales', stop: true }, 'The catalogue is being corrected')
  const notice = page.getByRole('status').filter({ hasText: 'The catalogue is being corrected' })
  // The server remembers for a moment what stands still, and an open app asks once a minute.
  await expect
    .poll(async () => (await (await fetch(`${world.url}/api/open/app`, { method: 'POST' })).text()).includes('The catalogue is being corrected'))
    .toBe(true)
  for (const [lang, words] of [
    ['en', 'Withdrawals continue'],
    ['zhtw', '提領'],
    ['ru', 'Вывод'],
  ]) {
    await page.evaluate((chosen) => localStorage.setItem('lang', chosen), lang!)
    for (const path of ['/', '/wallet']) {
      await page.goto(`${world.url}/#${path}`)
      await page.reload()
      await expect.poll(() => notice.count(), { message: `${lang} ${path}`, timeout: 20_000 }).toBe(1)
      expect(await notice.innerText()).toContain(words)
    }
    await takePicture(page, `standstill-${lang}`, false)
  }
  await other.approve(await one.propose('emergency/change', { part: 'sales', stop: false }, 'Corrected'))
  await expect
    .poll(
      async () => {
        await page.reload()
        await page.getByRole('navigation').last().waitFor()
        await page.waitForTimeout(2000)
        return notice.count()
      },
      { timeout: 20_000 },
    )
    .toBe(0)
  await context.close()
})
