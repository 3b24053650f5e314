import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Data } from '../kit/src/api/contract.ts'
import { openBrowser, openPhone } from './browser.ts'
import { answerTo, apiCall, comeBack, day, fillWallet, hour, signIn, topUp } from './journey.ts'
import { startWorld, type World } from './world.ts'

type Current = Data<'/api/game/current'>
type Protection = Data<'/api/game/limits'>

let world: World
let browser: Browser
let page: Page
let faults: string[]

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  ;({ page, faults } = await openPhone(browser))
})

afterAll(async () => {
  await browser?.close()
  // Also replays the journal and checks every invariant.
  await world?.stop()
})

/** What the server answers where the screen would not have let it come to a call. */
const refused = { limit: 1706, onBreak: 1707, notShortened: 1709, age: 1711, reality: 1712 }
const minute = 60
const secondsToEnter = 30

const protection = async () => (await apiCall(page, '/api/game/limits')) as Protection

let requests = 0
const newRequest = () => `limits-request-${(requests += 1)}`

/** The open round, with time left to enter it. */
async function openRound(): Promise<string> {
  const { round, serverTime } = (await apiCall(page, '/api/game/current')) as Current
  const left = (Date.parse(round.lockAt) - Date.parse(serverTime)) / 1000
  if (left < secondsToEnter) await world.advance(Math.ceil(left + 31))
  await expect.poll(async () => ((await apiCall(page, '/api/game/current')) as Current).joinable, { timeout: 30_000, interval: 500 }).toBe(true)
  return ((await apiCall(page, '/api/game/current')) as Current).round.period
}

/** Enters the open round without the screen; gives the code of the answer. */
async function joinDirectly(amount: number): Promise<number> {
  const period = await openRound()
  return (await answerTo(page, '/api/game/join', { period, box: '3', amount: String(amount), requestId: newRequest() })).code
}

/** Lets a round that was entered lock, and waits until it is drawn: leaving it out of sight would refund it. */
async function letDraw(period: string): Promise<void> {
  const { round, serverTime } = (await apiCall(page, '/api/game/current')) as Current
  await world.advance(Math.ceil((Date.parse(round.lockAt) - Date.parse(serverTime)) / 1000))
  await expect
    .poll(async () => ((await apiCall(page, '/api/game/round', { period })) as Data<'/api/game/round'>).state, { timeout: 60_000, interval: 500 })
    .toBe('drawn')
}

/** Goes on to a round that was not entered yet. */
async function nextRound(): Promise<void> {
  const { round, serverTime } = (await apiCall(page, '/api/game/current')) as Current
  await world.advance(Math.ceil((Date.parse(round.drawAt) - Date.parse(serverTime)) / 1000) + 12)
}

const showGame = () => comeBack(page, world, '/trade?tab=box')
const showLimits = () => comeBack(page, world, '/trade?tab=box&view=limits')
const card = (name: string) => page.getByRole('region', { name })

/** Types a limit and presses what the button says. */
async function setLimit(name: string, value: string, button: string): Promise<void> {
  await card(name).getByLabel('New limit').fill(value)
  await card(name).getByRole('button', { name: button }).click()
}

// The tests below are one player's way, in order.

test('nobody plays before saying to be of age, not by a direct call either', async () => {
  await signIn(page, world)
  await fillWallet(page)
  await topUp(page, world, '200')
  await apiCall(page, '/api/userAccount/convertPoints', { direction: 'in', points: '10000', requestId: newRequest() })
  expect(await joinDirectly(500)).toBe(refused.age)
  await showGame()
  await page.getByText('Only from 18 on').first().waitFor()
  expect(await page.getByRole('radio', { name: 'Box 1', exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'I am at least 18 years old' }).click()
  await page.getByRole('radio', { name: 'Box 1', exact: true }).waitFor()
  expect((await protection()).adultAt).not.toBeNull()
})

test('a limit is lowered at once, and holds against the screen and against direct calls', async () => {
  await showLimits()
  await setLimit('Put in per day', '500', 'Lower to 500 GP at once')
  await page.getByText('The limit was lowered').first().waitFor()
  expect((await protection()).stake).toMatchObject({ limit: 500, rest: 500, raise: null })
  expect(await joinDirectly(510)).toBe(refused.limit)
  const period = await openRound()
  await showGame()
  await page.getByRole('radio', { name: 'Box 2', exact: true }).check()
  await page.getByLabel('Amount').fill('510')
  await page.getByText('Your limits of a day leave 500 GP today').waitFor()
  await page.getByLabel('Amount').fill('450')
  await page.getByRole('button', { name: 'Join box 2 with 450 GP' }).click()
  await page.getByText('Participate successfully').first().waitFor()
  // 50 are left, and the least entry is 100.
  await letDraw(period)
  expect(await joinDirectly(100)).toBe(refused.limit)
  await showGame()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Your limit of the day is reached').waitFor()
  expect((await answerTo(page, '/api/userAccount/convertPoints', { direction: 'in', points: '100', requestId: newRequest() })).code).toBe(refused.limit)
})

test('a raise holds only after 24 hours and a second word', async () => {
  await showLimits()
  await setLimit('Put in per day', '2000', 'Ask for a raise to 2,000 GP')
  await page.getByText('A raise to 2,000 GP waits').waitFor()
  await card('Put in per day').getByRole('button', { name: 'Confirm the raise' }).waitFor({ state: 'detached' })
  await world.advance(day - 10 * minute)
  // The second word too early changes nothing.
  await apiCall(page, '/api/game/setLimits', { dayStake: '2000' })
  expect((await protection()).stake).toMatchObject({ limit: 500, raise: 2000 })
  await world.advance(10 * minute)
  expect((await protection()).stake).toMatchObject({ limit: 500, raise: 2000 })
  await showLimits()
  await page.getByRole('button', { name: 'Confirm the raise to 2,000 GP' }).click()
  await page.getByText('The limit was raised').first().waitFor()
  expect((await protection()).stake).toMatchObject({ limit: 2000, raise: null })
})

test('nobody raises a limit above the highest there is', async () => {
  const { most } = (await protection()).stake
  expect((await answerTo(page, '/api/game/setLimits', { dayStake: String(most + 1) })).code).not.toBe(200)
  await card('Put in per day')
    .getByLabel('New limit')
    .fill(String(most + 1))
  await expect.poll(() => card('Put in per day').getByRole('button', { name: 'Correct the amount' }).isDisabled()).toBe(true)
  expect((await protection()).stake).toMatchObject({ limit: 2000, raise: null })
})

test('a look at the clock comes after an hour, before the next entry', async () => {
  expect(await joinDirectly(100)).toBe(200)
  await world.advance(31 * minute)
  expect(await joinDirectly(110)).toBe(200)
  await world.advance(31 * minute)
  expect(await joinDirectly(100)).toBe(refused.reality)
  await showGame()
  const look = card('A look at the clock')
  await look.getByText('Rounds').waitFor()
  expect(await look.innerText()).toMatch(/6[2-9] minutes[\s\S]*Rounds\s*2\s/)
  await look.getByRole('button', { name: 'I have read this' }).click()
  await page.getByRole('radio', { name: 'Box 1', exact: true }).waitFor()
  expect(await joinDirectly(100)).toBe(200)
})

test('a limit of 0 means: I do not play', async () => {
  await showLimits()
  await card('Net loss per day').getByLabel('New limit').fill('0')
  await page.getByText('With 0 no entry of yours is taken').waitFor()
  await setLimit('Net loss per day', '0', 'Lower to 0 GP at once')
  await page.getByText('The limit was lowered').first().waitFor()
  expect((await protection()).loss).toMatchObject({ limit: 0, rest: 0 })
  await nextRound()
  expect(await joinDirectly(100)).toBe(refused.limit)
  await showGame()
  await card('Your limit of the day is reached').getByText('Net loss per day').waitFor()
  // A day later it is 0 as before.
  await world.advance(day)
  await apiCall(page, '/api/game/setLimits', { dayLoss: '3000' })
  expect(await joinDirectly(100)).toBe(refused.limit)
  await world.advance(day)
  await apiCall(page, '/api/game/setLimits', { dayLoss: '3000' })
  expect(await joinDirectly(100)).toBe(200)
})

/** Asks for a break through its row and the sheet that asks once more. */
async function begin(kind: string): Promise<void> {
  await card('Take a break').getByRole('button', { name: kind, exact: true }).click()
  const answered = page.waitForResponse(/game\/exclude/)
  await page.getByRole('dialog').getByRole('button', { name: 'Begin the break' }).click()
  await answered
  await page.getByText('Your break has begun').first().waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

test('a break holds until it is over, can only be made longer, and leaves the way back to USDT open', async () => {
  await nextRound()
  await showLimits()
  await card('Take a break').getByRole('button', { name: '7 days' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect((await protection()).break).toBeNull()
  await begin('24 hours')
  expect((await protection()).break).toMatchObject({ kind: '24h' })
  expect(await joinDirectly(100)).toBe(refused.onBreak)
  await begin('7 days')
  await page.getByText('You can only make it longer').waitFor()
  expect(await card('Take a break').getByRole('button', { name: '24 hours', exact: true }).count()).toBe(0)
  expect((await answerTo(page, '/api/game/exclude', { kind: '24h', confirm: 'yes' })).code).toBe(refused.notShortened)
  expect((await answerTo(page, '/api/userAccount/convertPoints', { direction: 'in', points: '100', requestId: newRequest() })).code).toBe(refused.onBreak)
  await apiCall(page, '/api/userAccount/convertPoints', { direction: 'out', points: '150', requestId: newRequest() })
  await showGame()
  await page.getByText('You chose a break until').waitFor()
  await world.advance(7 * day - hour)
  await showGame()
  await page.getByText('You chose a break until').waitFor()
  await world.advance(hour)
  await showGame()
  await page.getByRole('radio', { name: 'Box 1', exact: true }).waitFor()
  expect(await joinDirectly(100)).toBe(200)
})

test('an exclusion for ever is for ever', async () => {
  await showLimits()
  await begin('Forever')
  await card('Take a break').getByText('You chose never to play again').waitFor()
  expect(await card('Take a break').getByRole('button').count()).toBe(0)
  expect((await protection()).break).toMatchObject({ kind: 'permanent', until: null })
  for (const kind of ['24h', '12m', 'permanent']) expect((await answerTo(page, '/api/game/exclude', { kind, confirm: 'yes' })).code).toBe(refused.notShortened)
  await nextRound()
  expect(await joinDirectly(100)).toBe(refused.onBreak)
  const { gamePoints } = (await apiCall(page, '/api/game/current')) as Current
  await apiCall(page, '/api/userAccount/convertPoints', { direction: 'out', points: String(gamePoints), requestId: newRequest() })
  expect(((await apiCall(page, '/api/game/current')) as Current).gamePoints).toBe(0)
  expect(faults).toEqual([])
})
