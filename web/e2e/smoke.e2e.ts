import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPhone } from './browser.ts'
import { signIn } from './journey.ts'
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
  await expect.poll(() => page.getByRole('navigation').isVisible()).toBe(true)
  expect(faults).toEqual([])
  await context.close()
})
