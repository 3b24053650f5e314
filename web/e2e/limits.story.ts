import { expect, test as base } from './fixtures.ts'
import { answerTo, day, hour } from './journey.ts'
import { Player } from './player.ts'

// What the clock brings to players who protect themselves; each test has a player of its own.
const test = base.extend<{ player: Player }>({
  player: async ({ person, world }, provide) => {
    await provide(await Player.of(person, world))
    // Some of the tests lose a call's way to the server.
    expect(person.faults.filter((fault) => !/ERR_CONNECTION_RESET|TransportError/.test(fault))).toEqual([])
  },
})
test.use({ story: 'limits' })
test.describe.configure({ mode: 'serial' })

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
