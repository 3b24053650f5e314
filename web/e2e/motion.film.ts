import type { Locator } from '@playwright/test'
import { buyMachines } from './family.ts'
import { film, goOn } from './film.ts'
import { expect, test as base, type Page } from './fixtures.ts'
import { visit } from './looks.ts'
import type { Person } from './person.ts'

// A machine at work and one that was just bought, painted frame by frame for people to look at, and the same for who prefers less motion.
// Nobody waits for these in a test run: `npm run films`.

const test = base.extend<{ owner: Person; machineNo: string }>({
  owner: async ({ person }, use) => {
    await person.fund('500')
    await buyMachines(person, 'machineSmall')
    await use(person)
  },
  machineNo: async ({ owner: { call } }, use) => use((await call('/api/miner/findMyList', { status: 'running' })).list[0]!.minerNo),
})
test.use({ story: 'films' })
test.describe.configure({ mode: 'serial' })

/** How long a still picture is held against a later one. */
const stillMs = 2_500

/** Films something that moves; then, for who prefers less motion, sees that nothing of the part changes and no animation runs. */
async function both(page: Page, name: string, show: () => Promise<unknown>, forMs: number, part: Locator): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const moved = await film(page, name, async () => [await show(), await goOn(page, forMs)])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await film(page, `${name}-still`, show)
  await part.first().waitFor()
  const running = () => page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
  await expect.poll(running).toBe(0)
  const before = await part.first().screenshot({ mask: [page.locator('time')] })
  await goOn(page, stillMs)
  expect((await part.first().screenshot({ mask: [page.locator('time')] })).equals(before), `${name} stands still`).toBe(true)
  console.log(`${name}: ${moved} frames`)
}

test('a machine at work', async ({ owner: { page }, machineNo }) => {
  // It drops onto its base when it is looked at for the first time, which is another film.
  await visit(page, `/myMiner?id=${machineNo}`)
  await both(page, 'running', () => visit(page, `/myMiner?id=${machineNo}`), 4_000, page.getByRole('dialog'))
})

test('a machine that was just bought', async ({ owner: { page }, machineNo }) => {
  await both(page, 'bought', () => page.goto(`/?bought#/myMiner?id=${machineNo}`), 3_000, page.getByRole('dialog'))
})
