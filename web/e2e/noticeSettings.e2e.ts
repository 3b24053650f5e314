import { expect, test } from './fixtures.ts'
import { axeFlaws, settle } from './inspect.ts'
import { callTo } from './mocks.ts'
import { textOf } from './texts.ts'

test('what the app shows at once can be chosen, and stays chosen', async ({ person: { page } }) => {
  await page.goto('/#/mine?view=notices')
  await page.getByRole('button', { name: textOf('en', 'notice', 'settings.title') }).click()
  const machines = page.getByRole('switch', { name: textOf('en', 'notice', 'settings.kind.machine') })
  await expect(machines).toBeChecked()
  const answered = page.waitForResponse(/setNoticeSettings/)
  await machines.click()
  await answered
  await page.reload()
  await expect(machines).not.toBeChecked()
  // One that is pressed while another is saved waits for it.
  const asked: string[] = []
  const letGo: (() => void)[] = []
  await page.route('**/api/user/setNoticeSettings*', async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('kind')!)
    await new Promise<void>((go) => letGo.push(go))
    await route.continue()
  })
  const nodes = page.getByRole('switch', { name: textOf('en', 'notice', 'settings.kind.node') })
  await machines.click()
  await nodes.click()
  await expect(machines).toBeChecked()
  await expect(nodes).not.toBeChecked()
  await expect.poll(() => asked).toEqual(['machine'])
  letGo[0]!()
  await expect.poll(() => asked).toEqual(['machine', 'node'])
  const saved = page.waitForResponse(/setNoticeSettings/)
  letGo[1]!()
  await saved
  await page.reload()
  await expect(nodes).not.toBeChecked()
  await expect(machines).toBeChecked()
  // Account and terms are always told.
  await expect(page.getByRole('switch')).toHaveCount(7)
  await settle(page)
  expect(await axeFlaws(page)).toEqual([])
})

test('a setting whose answer was lost is said to be in doubt, and shown as it was saved', async ({ person: { page } }) => {
  await page.goto('/#/mine?view=notices')
  await page.getByRole('button', { name: textOf('en', 'notice', 'settings.title') }).click()
  await page.route(callTo('/api/user/setNoticeSettings'), async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  const machines = page.getByRole('switch', { name: textOf('en', 'notice', 'settings.kind.machine') })
  await expect(machines).toBeChecked()
  await machines.click()
  await page.getByText(textOf('en', 'common', 'unanswered')).waitFor()
  await expect(machines).not.toBeChecked()
})
