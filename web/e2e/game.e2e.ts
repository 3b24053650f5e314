import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Data } from '../kit/src/api/contract.ts'
import { openBrowser, openPhone } from './browser.ts'
import { apiCall, fillWallet, signIn, topUp } from './journey.ts'
import { startWorld, type World } from './world.ts'

type Current = Data<'/api/game/current'>
type Round = Data<'/api/game/round'>

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
  // Also replays the journal and checks every invariant, also that points are backed.
  await world?.stop()
})

/** Two chances in five for each round; nobody waits for more of them than this. */
const roundsMax = 14
const drawnWithinMs = 60_000
const secondsToEnter = 30

const current = async () => (await apiCall(page, '/api/game/current')) as Current

/** Makes sure that the round takes entries for a while yet; otherwise goes on to the next one. */
async function reachOpenRound(): Promise<Current> {
  const now = await current()
  const left = (Date.parse(now.round.lockAt) - Date.parse(now.serverTime)) / 1000
  if (left < secondsToEnter) await world.advance(Math.ceil(left + 31))
  await expect.poll(async () => (await current()).joinable, { timeout: 30_000, interval: 500 }).toBe(true)
  return current()
}

/** Joins through the screen, lets the round lock, and waits until its boxes are open on the screen, without a reload. */
async function playRound(box: number): Promise<Round> {
  await page.goto(`${world.url}/?round=${box}#/trade?tab=box`)
  const { round } = await reachOpenRound()
  await page.getByText(`Round ${round.period}`).first().waitFor()
  // A square of the group is taken by its number.
  await page.getByRole('radio', { name: `Box ${box}`, exact: true }).check()
  await page.getByLabel('Amount').fill('500')
  await page.getByRole('button', { name: `Join box ${box} with 500 GP` }).click()
  await page.getByText('Participate successfully').first().waitFor()
  await page.getByText(`Box ${box}, 500 GP`).first().waitFor()
  const { serverTime } = await current()
  await world.advance(Math.ceil((Date.parse(round.lockAt) - Date.parse(serverTime)) / 1000))
  await page.getByRole('list', { name: 'The opened boxes' }).waitFor({ timeout: drawnWithinMs })
  await page.getByText('Verified on this device').first().waitFor()
  return (await apiCall(page, '/api/game/round', { period: round.period })) as Round
}

let won: Round | undefined
let lost: Round | undefined

test('joins rounds until one is won and another is not; each is verified on the device', async () => {
  await signIn(page, world)
  await fillWallet(page)
  await topUp(page, world, '200')
  await apiCall(page, '/api/userAccount/convertPoints', { direction: 'in', points: '10000', requestId: 'browser-test-points-1' })
  await apiCall(page, '/api/game/confirmAge', { confirm: 'yes' })
  for (let box = 1; box <= roundsMax && !(won && lost); box += 1) {
    const round = await playRound(((box - 1) % 10) + 1)
    expect(round.state).toBe('drawn')
    const isWon = round.mine!.win > 0
    await page.getByText(isWon ? `You won ${round.mine!.win.toLocaleString('en-US')} GP` : 'The box was empty').waitFor()
    if (isWon) won = round
    else lost = round
    await page.getByRole('button', { name: 'Continue' }).click()
    // An hour of play may have passed; the look at the clock is not what is tested here.
    await apiCall(page, '/api/game/confirmReality', { confirm: 'yes' })
  }
  expect([won?.state, lost?.state]).toEqual(['drawn', 'drawn'])
}, 900_000)

test('the record says what was won, what was not, and that both were verified', async () => {
  await page.goto(`${world.url}/?view=record#/trade?tab=box&view=record`)
  for (const [round, state] of [
    [won!, 'won'],
    [lost!, 'drawn, no prize'],
  ] as const) {
    const row = page.getByRole('button', { name: round.period })
    await row.getByText(state, { exact: true }).waitFor()
    await row.getByRole('img', { name: 'Verified on this device' }).waitFor()
  }
})

/** Exports a round from its sheet; gives the file. */
async function exported(period: string): Promise<string> {
  await page.goto(`${world.url}/?export=${period}#/trade?tab=box&view=history&period=${period}`)
  await page.getByText('Verified on this device').first().waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export this round' }).click()])
  expect(download.suggestedFilename()).toBe(`${period}.json`)
  return download.path()
}

test('an exported round is verified by the program and by the page from a disk, and a changed one is not', async () => {
  const { beaconPublicKey } = (await apiCall(page, '/api/open/app')) as { beaconPublicKey: string }
  for (const round of [won!, lost!]) {
    const file = await exported(round.period)
    expect(execFileSync(join(import.meta.dirname, '../../bin/etld'), ['verify', 'round', '--beacon-key', beaconPublicKey, file]).toString()).toContain(
      round.period,
    )
    expect(await verifyOnDisk(readFileSync(file, 'utf8'), beaconPublicKey)).toBe('ok')
    const spoilt = { ...round, board: round.board.toReversed() }
    expect(await verifyOnDisk(JSON.stringify(spoilt), beaconPublicKey)).toBe('board')
  }
  expect(faults).toEqual([])
})

async function verifyOnDisk(content: string, key: string): Promise<string | null> {
  const { page: disk, context } = await openPhone(browser)
  await context.setOffline(true)
  await disk.goto(`${pathToFileURL(join(import.meta.dirname, '../dist/player/verify.html')).href}#en`)
  await disk.locator('summary').first().click()
  await disk.locator('textarea[name=beacon]').fill(key)
  await disk.locator('form textarea').first().fill(content)
  await disk.getByRole('button', { name: 'Verify' }).click()
  const result = await disk.locator('[data-result]').getAttribute('data-result')
  await context.close()
  return result
}
