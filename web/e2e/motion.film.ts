import type { Locator } from '@playwright/test'
import { buyMachines } from './family.ts'
import { film, goOn } from './film.ts'
import { expect, test as base, type Page } from './fixtures.ts'
import { day, hour } from './journey.ts'
import { visit } from './looks.ts'
import { changeAnswer, topUp, type Moving } from './mocks.ts'
import type { Person } from './person.ts'
import { Player } from './player.ts'

// Whatever moves once or grows, painted frame by frame for people to look at, and the same for who prefers less motion.
// Nobody waits for these in a test run: `npm run films`.

const test = base.extend<{ owner: Person; machineNo: string }>({
  owner: async ({ person }, use) => {
    await person.fund('500')
    await buyMachines(person, 'machineSmall')
    await use(person)
  },
  machineNo: async ({ owner: { call } }, use) => use((await call('/api/miner/findMyList', { status: 'running' })).list[0]!.minerNo),
})
test.use({ story: 'films', phone: { tellsIncome: true } })
test.describe.configure({ mode: 'default' })

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
  const picture = () => part.first().screenshot({ mask: [page.locator('time')] })
  // What is asked anew meanwhile may bring another figure.
  await expect(async () => {
    const before = await picture()
    await goOn(page, stillMs)
    expect((await picture()).equals(before), `${name} stands still`).toBe(true)
  }).toPass()
  console.log(`${name}: ${moved} frames`)
}

/** Keeps something on the device from before a page's first script on. */
async function keep(page: Page, values: Record<string, string>): Promise<void> {
  await page.evaluate((kept) => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(key, value)), values)
}

test('a machine at work', async ({ owner: { page }, machineNo }) => {
  // It drops onto its base when it is looked at for the first time, which is another film.
  await visit(page, `/myMiner?id=${machineNo}`)
  await both(page, 'running', () => visit(page, `/myMiner?id=${machineNo}`), 4_000, page.getByRole('dialog'))
})

test('a machine that was just bought', async ({ owner: { page }, machineNo }) => {
  await both(page, 'bought', () => page.goto(`/?bought#/myMiner?id=${machineNo}`), 3_000, page.getByRole('dialog'))
})

test("today's output, counted on", async ({ owner: { page } }) => {
  await changeAnswer(page, '/api/main/home', (home) => ({ ...home, today: { ...home.today, power: 4_000, rate: '0.36', etld: '1234.5678', first: null } }))
  await both(page, 'today', () => visit(page, '/'), 5_000, page.locator('main section').first())
})

test('the first income, what came in while one was away, and a term that is over', async ({ owner: { page, call }, machineNo, world }) => {
  test.slow()
  const { id } = await call('/api/user/getUserInfo')
  await visit(page, '/')
  // It is not told here, but by the visit that is filmed.
  await visit(page, '/lang')
  await world.advance(2 * day)
  const firstIncome = async () => {
    await keep(page, { [`etld.firstIncome.${id}`]: 'awaited' })
    await visit(page, '/')
    await page.getByRole('dialog').waitFor()
  }
  await both(page, 'first-income', firstIncome, 2_500, page.getByRole('dialog'))

  const { serverTime } = await call('/api/open/app')
  const agoMs = 30 * 3_600_000
  const away = async () => {
    const deviceNow = await page.evaluate(() => Date.now())
    await keep(page, { [`etld.firstIncome.${id}`]: 'told' })
    // What is seen is noted until the page is left.
    await page.goto('about:blank')
    await page.addInitScript(
      ([key, note]) => {
        if (location.search.includes('away')) localStorage.setItem(key!, note!)
      },
      [`etld.seen.${id}`, `${deviceNow - agoMs} ${Date.parse(serverTime) - agoMs}`],
    )
    await page.goto('/?away#/')
    await page.getByRole('complementary', { name: 'While you were away' }).waitFor()
  }
  await both(page, 'away', away, 14_000, page.getByRole('complementary', { name: 'While you were away' }))

  let isOver = false
  await changeAnswer(page, '/api/miner/myDetail', (machine) => (isOver ? { ...machine, status: 'completed' as const, phase: 'matured' } : machine))
  const matures = async () => {
    isOver = false
    await visit(page, `/myMiner?id=${machineNo}`)
    await page.getByRole('dialog').waitFor()
    await goOn(page, 1_000)
    isOver = true
    await visit(page, `/myMiner?id=${machineNo}`)
    await page.getByRole('dialog').getByText('The principal is back').first().waitFor()
  }
  await both(page, 'matured', matures, 2_000, page.getByRole('dialog'))
})

test('money on its way', async ({ owner: { page } }) => {
  const rows: Moving[][] = [[topUp()], [topUp({ confirmations: 9 })], [topUp({ step: 'final', confirmations: 15 })], []]
  let asked = 0
  await changeAnswer(page, '/api/userAccount/underWay', (data) => ({ ...data, list: rows[Math.min(asked++, rows.length - 1)]! }))
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const frames = await film(page, 'under-way', async () => {
    await visit(page, '/mine')
    await goOn(page, 5_500)
    await page.evaluate(() => (location.hash = '#/transaction'))
    await goOn(page, 11_000)
  })
  // What waits fades instead of turning.
  asked = 0
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await film(page, 'under-way-still', async () => [await visit(page, '/mine'), await goOn(page, 2_000)])
  const names = await page.evaluate(() => document.getAnimations().map((one) => (one as CSSAnimation).animationName))
  expect(new Set(names)).toEqual(new Set(['breathe']))
  console.log(`under-way: ${frames} frames`)
})

/** From two seconds before the lock, the wait for the beacon and the ten lids with their checks take this long. */
const drawMs = 34_000
const stake = 500

test('a draw', async ({ person, world }) => {
  test.slow()
  const { page } = person
  const player = await Player.of(person, world)
  await player.confirmAge()
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion })
    await visit(page, '/trade?tab=box')
    const round = await player.openRound()
    await page.getByText(`Round ${round.period}`).first().waitFor()
    await page.getByRole('radio', { name: 'Box 3', exact: true }).check()
    await page.getByLabel('Amount').fill(String(stake))
    await page.getByRole('button', { name: `Join box 3 with ${stake} GP` }).click()
    await page.getByText('Participate successfully').first().waitFor()
    const { serverTime } = await player.current()
    await world.advance(Math.ceil((Date.parse(round.lockAt) - Date.parse(serverTime)) / 1000) - 2)
    const frames = await film(page, reducedMotion === 'reduce' ? 'draw-still' : 'draw', () => goOn(page, drawMs))
    await page.getByText('Verified on this device').first().waitFor()
    console.log(`draw, ${reducedMotion}: ${frames} frames`)
    await page.getByRole('button', { name: 'Continue' }).click()
  }
})

test('interest that lands', async ({ owner: { page, call }, machineNo, world }) => {
  test.slow()
  // The hour at whose end it is posted is about to end; it is posted within a minute, and seen half a minute later.
  const beforeMs = 8_000
  const seenWithinMs = 75_000
  const lands = async () => {
    const { serverTime } = await call('/api/open/app')
    const now = Date.parse(serverTime)
    const { list } = await call('/api/miner/findMyList', { status: 'running' })
    const days = Math.ceil((now - Date.parse(list[0]!.startAt!)) / (day * 1000))
    const due = Math.ceil((Date.parse(list[0]!.startAt!) + days * day * 1000) / (hour * 1000)) * hour * 1000
    await world.advance(Math.floor((due - now - beforeMs) / 1000))
    await visit(page, `/myMiner?id=${machineNo}`)
    await page.getByRole('dialog').waitFor()
    await goOn(page, seenWithinMs)
  }
  await both(page, 'landed', lands, 2_000, page.getByRole('dialog'))
})
