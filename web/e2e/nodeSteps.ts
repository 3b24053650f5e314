import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { comeBack, hour } from './journey.ts'
import type { Person } from './person.ts'
import type { World } from './world.ts'

/** Stands before the order of a diamond node, to be paid as said. */
async function review(page: Page, method: RegExp): Promise<void> {
  await comeBack(page, '/chainDetails?id=nodeDiamond')
  await page.getByText('How a dividend is calculated').waitFor()
  await page.getByRole('radio', { name: method }).click()
  await page.getByRole('button', { name: 'Review the order' }).click()
}

/** Orders a diamond node to be paid from the wallet, 500 USDT, and stands before its payment. */
export async function orderFromWallet(page: Page): Promise<void> {
  await review(page, /Wallet, on chain/)
  await page.getByRole('button', { name: 'Reserve and go to payment' }).click()
  await page.getByRole('button', { name: 'Pay 500.00 USDT with wallet' }).waitFor()
}

/** Buys a diamond node from the balance; it cools off. */
export async function buyFromBalance(page: Page): Promise<void> {
  await review(page, /Balance/)
  await page.getByRole('button', { name: 'Pay 500.00 USDT from balance' }).click()
  await page.getByText('Purchase successful').first().waitFor()
}

/** Waives the cooling-off of the node that is shown. */
export async function activate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Activate now' }).click()
  await page.getByRole('button', { name: 'Activate now' }).click()
  await page.getByText('The node is active').first().waitFor()
}

/** Lets the platform pass to an hour after the next payment of dividends. */
export async function passToPayment({ call }: Person, world: World): Promise<void> {
  const { nextPaymentAt, serverTime } = await call('/api/node/dividendPool')
  await world.advance(Math.ceil((Date.parse(nextPaymentAt) - Date.parse(serverTime)) / 1000) + hour)
}

/** Opens the statement of the newest dividend from the list of movements. */
export async function openStatement(page: Page): Promise<void> {
  await comeBack(page, '/transaction?type=node_dividends')
  await page.locator('main li button').first().click()
  await page.getByRole('link', { name: 'Open the statement' }).click()
  await page.getByRole('dialog').getByText('My dividend').waitFor()
}

interface Statement {
  hash: string
  rows: { node: string; weight: number; amount: string }[]
}

/** Saves the statement that is shown; the program recomputes it without the server, and finds one word that was changed. */
export async function verifySavedStatement(page: Page, right: string, wrong: string): Promise<{ name: string; statement: Statement }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save the statement' }).click()])
  const file = await download.path()
  const text = readFileSync(file, 'utf8')
  const statement = JSON.parse(text) as Statement
  const good = verify(file)
  // It ends with 3: every amount fits, and what the month brought is in the platform's books alone.
  expect(good).toMatchObject({ status: 3 })
  expect(good.stdout).toContain(statement.hash)
  expect(text).toContain(right)
  writeFileSync(file, text.replace(right, wrong))
  expect(verify(file).status).toBe(1)
  return { name: download.suggestedFilename(), statement }
}

function verify(file: string) {
  return spawnSync(resolve(import.meta.dirname, '../../bin/etld'), ['verify', 'dividend', file], { encoding: 'utf8' })
}
