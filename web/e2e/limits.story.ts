import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Data } from '../kit/src/api/contract.ts'
import { boxThat } from './draw.ts'
import { expect, test as base, type Page } from './fixtures.ts'
import { visit } from './looks.ts'
import { Player } from './player.ts'
import { textOf } from './texts.ts'
import { toastsOf } from './toasts.ts'
import type { World } from './world.ts'
import { answerTo, day, hour } from './journey.ts'

type Round = Data<'/api/game/round'>

// A way through the game, and then what the clock brings to players who protect themselves; each test has a player of its own.
const test = base.extend<{ player: Player }>({
  player: async ({ person, world }, provide) => {
    await provide(await Player.of(person, world))
    // Some of the tests lose a call's way to the server.
    expect(person.faults.filter((fault) => !/ERR_CONNECTION_RESET|TransportError/.test(fault))).toEqual([])
  },
})

test.use({ story: 'limits' })
test.describe.configure({ mode: 'serial' })

const stake = 500
const drawnWithinMs = 60_000

/** Joins through the screen, lets the round lock, and waits until its boxes are open on the screen, without a reload. */
async function playRound(player: Player, world: World, ends: 'wins' | 'loses'): Promise<Round> {
  const { page } = player
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await visit(page, '/trade?tab=box')
  const round = await player.openRound()
  const { box, win } = boxThat(ends, world, round.period, stake)
  await page.getByText(`Round ${round.period}`).first().waitFor()
  // A square of the group is taken by its number.
  await page.getByRole('radio', { name: `Box ${box}`, exact: true }).check()
  await page.getByLabel('Amount').fill(String(stake))
  await page.getByRole('button', { name: `Join box ${box} with ${stake} GP` }).click()
  await page.getByText('Participate successfully').first().waitFor()
  await page.getByText(`Box ${box}, ${stake} GP`).first().waitFor()
  await player.letLock(round)
  const opened = page.getByRole('list', { name: 'The opened boxes' })
  await opened.waitFor({ timeout: drawnWithinMs })
  // What a box holds comes with its lid, and not before.
  const starts = await opened
    .locator('li')
    .evaluateAll((boxes) => boxes.map((box) => [...box.querySelectorAll('.box-lid, .box-prize')].map((part) => part.getAnimations()[0]?.startTime)))
  expect(starts.map(([lid, prize]) => prize === lid)).toEqual(Array(10).fill(true))
  // Nothing else says it sooner: neither the points below nor that it was verified.
  const waits = await page
    .locator('.points, .verdict, .outcome, .box-prize')
    .evaluateAll((parts) => parts.map((part) => [part.classList.contains('box-prize'), Number(part.getAnimations()[0]?.effect?.getTiming().delay)] as const))
  const last = Math.max(...waits.filter(([isPrize]) => isPrize).map(([, delay]) => delay))
  expect(waits.filter(([isPrize, delay]) => !isPrize && delay > last)).toHaveLength(3)
  await page.getByText('Verified on this device').first().waitFor()
  // Nothing lies over the boxes while they open.
  expect(await toastsOf(page)).not.toContainEqual(textOf('en', 'beside', 'live.round'))
  const drawn = await player.call('/api/game/round', { period: round.period })
  expect(drawn).toMatchObject({ state: 'drawn', mine: { box, win } })
  await page.getByText(win > 0 ? `You won ${win.toLocaleString('en-US')} GP` : 'The box was empty').waitFor()
  return drawn
}

/** Plays a round that is won and one that is not; each is verified on the device. */
async function playBoth(player: Player, world: World): Promise<{ won: Round; lost: Round }> {
  const won = await playRound(player, world, 'wins')
  await player.page.getByRole('button', { name: 'Continue' }).click()
  return { won, lost: await playRound(player, world, 'loses') }
}

/** Exports a round from its sheet; gives the file. */
async function exported(page: Page, period: string): Promise<string> {
  await visit(page, `/trade?tab=box&view=history&period=${period}`)
  await page.getByText('Verified on this device').first().waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export this round' }).click()])
  expect(download.suggestedFilename()).toBe(`${period}.json`)
  return download.path()
}

test('rounds are joined, won and not won, recorded, exported, and verified by the program and by the page from a disk', async ({
  person,
  world,
  openPhone,
}) => {
  test.slow()
  const { page, call, faults } = person
  const player = await Player.of(person, world)
  await player.confirmAge()
  const { won, lost } = await test.step('plays a round that is won and one that is not', () => playBoth(player, world))

  await test.step('the record says what was won, what was not, and that both were verified', async () => {
    await visit(page, '/trade?tab=box&view=record')
    for (const [round, state] of [
      [won, 'won'],
      [lost, 'drawn, no prize'],
    ] as const) {
      const row = page.getByRole('button', { name: round.period })
      await row.getByText(state, { exact: true }).waitFor()
      await row.getByRole('img', { name: 'Verified on this device' }).waitFor()
    }
  })

  await test.step('an exported round is verified without the server, and a changed one is not', async () => {
    const { beaconPublicKey } = await call('/api/open/app')
    const { page: disk, context } = await openPhone()
    await context.setOffline(true)
    const verify = (content: string) => verifyOnDisk(disk, content, beaconPublicKey)
    for (const round of [won, lost]) {
      const file = await exported(page, round.period)
      const program = join(import.meta.dirname, '../../bin/etld')
      // It ends with 3: nothing contradicts, and it was told of no node to look the anchor up at.
      const { status, stdout } = spawnSync(program, ['verify', 'round', '--beacon-key', beaconPublicKey, file], { encoding: 'utf8' })
      expect([status, stdout]).toEqual([3, expect.stringContaining(round.period)])
      // The page has no network: it says so of what it would have to look up.
      expect(await verify(readFileSync(file, 'utf8'))).toBe('unread')
      expect(await verify(JSON.stringify({ ...round, board: round.board.toReversed() }))).toBe('board')
    }
  })
  expect(faults).toEqual([])
})

async function verifyOnDisk(page: Page, content: string, key: string): Promise<string | null> {
  // Another address each time, so that the page begins anew.
  await page.goto('about:blank')
  await page.goto(`${pathToFileURL(join(import.meta.dirname, '../dist/player/verify.html')).href}#en`)
  await page.locator('summary').first().click()
  await page.locator('textarea[name=beacon]').fill(key)
  await page.locator('form textarea').first().fill(content)
  await page.getByRole('button', { name: 'Verify' }).click()
  return page.locator('[data-result]').getAttribute('data-result')
}

/** What the server answers where the screen would not have let it come to a call. */
const refused = { limit: 1706, onBreak: 1707, notShortened: 1709, age: 1711, reality: 1712 }
const minute = 60

/** Types a limit and presses what the button says. */
async function setLimit(player: Player, name: string, value: string, button: string): Promise<void> {
  await player.card(name).getByLabel('New limit').fill(value)
  await player.card(name).getByRole('button', { name: button }).click()
}

/** Asks for a break through its row and the sheet that asks once more. */
async function beginBreak(player: Player, kind: string): Promise<void> {
  await player.card('Take a break').getByRole('button', { name: kind, exact: true }).click()
  const { page } = player
  const start = page.getByRole('dialog').getByRole('button', { name: 'Start the break' })
  // Nobody may leave and believe in a break that did not begin.
  await page.route('**/api/game/exclude?*', (route) => route.abort('connectionreset'), { times: 1 })
  await start.click()
  await page.getByRole('dialog').getByText('No answer arrived').waitFor()
  await start.click()
  await page.getByText('Your break has started').first().waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

test('nobody plays before saying to be of age, not by a direct call either', async ({ player }) => {
  const { page } = player
  expect(await player.enter(500)).toBe(refused.age)
  await player.showGame()
  await page.getByText('18 and over only').first().waitFor()
  await expect(page.getByText(/the more you lose/)).toHaveCount(1)
  const box = page.getByRole('radio', { name: 'Box 1', exact: true })
  await expect(box).toHaveCount(0)
  await page.route('**/api/game/confirmAge?*', (route) => route.abort('connectionreset'), { times: 1 })
  await page.getByRole('button', { name: 'I am at least 18 years old' }).click()
  await page.getByText('No answer arrived').waitFor()
  await page.getByRole('button', { name: 'I am at least 18 years old' }).click()
  await box.waitFor()
  // A keyboard goes on where the question was.
  await expect(page.locator(':focus').filter({ has: box })).toHaveCount(1)
  expect((await player.protection()).adultAt).not.toBeNull()
})

test('a limit is lowered at once, and holds against the screen and against direct calls', async ({ player }) => {
  const { page } = player
  await player.confirmAge()
  await player.showLimits()
  await setLimit(player, 'Stake per day', '500', 'Lower to 500 GP at once')
  await page.getByText('The limit was lowered').first().waitFor()
  expect((await player.protection()).stake).toMatchObject({ limit: 500, rest: 500, raise: null })
  expect(await player.enter(510)).toBe(refused.limit)
  const round = await player.openRound()
  await player.showGame()
  await page.getByRole('radio', { name: 'Box 2', exact: true }).check()
  await page.getByLabel('Amount').fill('510')
  await page.getByText('Your daily limits leave 500 GP today').waitFor()
  await page.getByLabel('Amount').fill('450')
  await page.getByRole('button', { name: 'Join box 2 with 450 GP' }).click()
  await page.getByText('Participate successfully').first().waitFor()
  await expect(page.locator('main :focus')).toContainText('450 GP')
  // 50 are left, and the least entry is 100.
  // A round that locks out of sight of the server would be refunded, so it is seen drawn before the next step.
  await player.letLock(round)
  await expect.poll(async () => (await player.call('/api/game/round', { period: round.period })).state, { timeout: 60_000 }).toBe('drawn')
  expect(await player.enter(100)).toBe(refused.limit)
  await player.showGame()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Daily limit reached').waitFor()
  expect(await player.buyPoints('100')).toBe(refused.limit)
})

test('a raise holds only after 24 hours and a second word', async ({ player, world }) => {
  const { page } = player
  await player.confirmAge()
  await player.call('/api/game/setLimits', { dayStake: 500 })
  await player.showLimits()
  await setLimit(player, 'Stake per day', '2000', 'Ask for a raise to 2,000 GP')
  await page.getByText('A raise to 2,000 GP is pending').waitFor()
  await player.card('Stake per day').getByRole('button', { name: 'Confirm the raise' }).waitFor({ state: 'detached' })
  const waits = { limit: 500, raise: 2000 }
  await world.advance(day - 10 * minute)
  // The second word too early changes nothing.
  await player.call('/api/game/setLimits', { dayStake: 2000 })
  expect((await player.protection()).stake).toMatchObject(waits)
  await world.advance(10 * minute)
  expect((await player.protection()).stake).toMatchObject(waits)
  await player.showLimits()
  await page.getByRole('button', { name: 'Confirm the raise to 2,000 GP' }).click()
  await page.getByText('The limit was raised').first().waitFor()
  expect((await player.protection()).stake).toMatchObject({ limit: 2000, raise: null })
})

test('nobody raises a limit above the highest there is', async ({ player }) => {
  await player.confirmAge()
  const { stake } = await player.protection()
  const tooMuch = String(stake.most + 1)
  expect((await answerTo(player.page, '/api/game/setLimits', { dayStake: tooMuch })).code).not.toBe(200)
  await player.showLimits()
  await player.card('Stake per day').getByLabel('New limit').fill(tooMuch)
  await expect(player.card('Stake per day').getByRole('button', { name: 'Correct the amount' })).toBeDisabled()
  expect((await player.protection()).stake).toEqual(stake)
})

test('a look at the clock comes after an hour, before the next entry', async ({ player, world }) => {
  await player.confirmAge()
  expect(await player.enter(100)).toBe(200)
  await world.advance(31 * minute)
  expect(await player.enter(110)).toBe(200)
  await world.advance(31 * minute)
  expect(await player.enter(100)).toBe(refused.reality)
  await player.showGame()
  const look = player.card('A look at the clock')
  await expect(look).toHaveText(/6[2-9] minutes[\s\S]*Rounds\s*2/)
  await look.getByRole('button', { name: 'I have read this' }).click()
  await player.page.getByRole('radio', { name: 'Box 1', exact: true }).waitFor()
  expect(await player.enter(100)).toBe(200)
})

test('a limit of 0 means: I do not play', async ({ player, world }) => {
  const { page } = player
  await player.confirmAge()
  await player.showLimits()
  await player.card('Net loss per day').getByLabel('New limit').fill('0')
  await page.getByText('With a limit of 0 you can').waitFor()
  await setLimit(player, 'Net loss per day', '0', 'Lower to 0 GP at once')
  await page.getByText('The limit was lowered').first().waitFor()
  expect((await player.protection()).loss).toMatchObject({ limit: 0, rest: 0 })
  expect(await player.enter(100)).toBe(refused.limit)
  await player.showGame()
  await player.card('Daily limit reached').getByText('Net loss per day').waitFor()
  // A day later it is 0 as before.
  await world.advance(day)
  await player.call('/api/game/setLimits', { dayLoss: 3000 })
  expect(await player.enter(100)).toBe(refused.limit)
  await world.advance(day)
  await player.call('/api/game/setLimits', { dayLoss: 3000 })
  expect(await player.enter(100)).toBe(200)
})

test('a break holds until it is over, can only be made longer, and leaves the way back to USDT open', async ({ player, world }) => {
  const { page } = player
  await player.confirmAge()
  await player.showLimits()
  const breaks = player.card('Take a break')
  await breaks.getByRole('button', { name: '7 days' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect((await player.protection()).break).toBeNull()
  await beginBreak(player, '24 hours')
  expect((await player.protection()).break).toMatchObject({ kind: '24h' })
  expect(await player.enter(100)).toBe(refused.onBreak)
  await beginBreak(player, '7 days')
  await page.getByText('You can only extend it').waitFor()
  await expect(breaks.getByRole('button', { name: '24 hours', exact: true })).toHaveCount(0)
  expect(await player.exclude('24h')).toBe(refused.notShortened)
  expect(await player.buyPoints('100')).toBe(refused.onBreak)
  await player.sellPoints('150')
  const tellsBreak = page.getByText('You chose a break until')
  await player.showGame()
  await tellsBreak.waitFor()
  await world.advance(7 * day - hour)
  await player.showGame()
  await tellsBreak.waitFor()
  await world.advance(hour)
  await player.showGame()
  await page.getByRole('radio', { name: 'Box 1', exact: true }).waitFor()
  expect(await player.enter(100)).toBe(200)
})

test('an exclusion for ever is for ever', async ({ player }) => {
  await player.confirmAge()
  await player.showLimits()
  await beginBreak(player, 'Forever')
  const breaks = player.card('Take a break')
  await breaks.getByText('You chose never to play again').waitFor()
  await expect(breaks.getByRole('button')).toHaveCount(0)
  expect((await player.protection()).break).toMatchObject({ kind: 'permanent', until: null })
  for (const kind of ['24h', '12m', 'permanent']) expect(await player.exclude(kind)).toBe(refused.notShortened)
  expect(await player.enter(100)).toBe(refused.onBreak)
  await player.sellPoints(String((await player.current()).gamePoints))
  expect((await player.current()).gamePoints).toBe(0)
})
