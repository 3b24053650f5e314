import type { Page } from 'playwright-core'
import type { World } from './world.ts'

/** Opens the app and signs in with the built-in demo wallet, in English. */
export async function signIn(page: Page, world: World, path = '/'): Promise<void> {
  await page.goto(`${world.url}/#${path}`)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await page.getByRole('navigation').waitFor()
}
