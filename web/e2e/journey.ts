import { expect, type Page } from '@playwright/test'
import type { Balance, Data, Params, Path } from '../kit/src/api/contract.ts'
import { blank } from './browser.ts'
import { visit } from './looks.ts'
import type { World } from './world.ts'

export const hour = 3_600
export const day = 24 * hour

/** A transfer counts once the chain has made its block final. */
export const finality = { timeout: 90_000 }

/** Makes everybody's account one of more than a day, whose small withdrawals need no reviewer. The world is the test's own. */
export const passOneDay = (world: World): Promise<void> => world.advance(day + hour)

/** Opens the app and signs in with the built-in demo wallet, in English. */
export async function signIn(page: Page, path = '/'): Promise<void> {
  await page.goto(`/#${path}`)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await signedIn(page)
}

/** The front page's machines; what they are headed depends on what everybody buys. */
export const machines = (page: Page) => page.locator('main a[href*="machineSmall"]').first()

/** Opens the app anew. After a long absence the session is over, and the wallet has signed in again once this returns. */
export async function comeBack(page: Page, path: string): Promise<void> {
  // From the app, what differs behind the # alone would not be loaded.
  await page.goto(blank)
  await page.goto(`/#${path}`)
  await expect.poll(async () => (await answerTo(page, '/api/user/getUserInfo')).code).toBe(200)
}

async function signedIn(page: Page): Promise<void> {
  await page.waitForFunction(() => !!localStorage.getItem('etld.session'))
}

/** Who is signed in on the phone. */
export function sessionOf(page: Page): Promise<{ address: string; token: string } | null> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('etld.session') ?? 'null') as { address: string; token: string } | null)
}

/** What the phone has kept, under its names. */
export function keptOn(page: Page): Promise<[string, unknown][]> {
  return page.evaluate(async () => {
    // Opening a database that is not there would make an empty one, in the app's way.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'keyval-store')) return []
    const read = <Result>(request: IDBRequest<Result>) => new Promise<Result>((done) => (request.onsuccess = () => done(request.result)))
    const database = await read(indexedDB.open('keyval-store'))
    const store = database.objectStoreNames.contains('keyval') ? database.transaction('keyval').objectStore('keyval') : null
    const [names, values] = store ? await Promise.all([read(store.getAllKeys()), read(store.getAll())]) : [[], []]
    database.close()
    return names.map((name, at): [string, unknown] => [name as string, values[at]])
  })
}

/** An amount in its smallest units, of which a currency has a hundred million. */
export function atoms(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole) * 100_000_000n + BigInt(fraction.padEnd(8, '0'))
}

export const payFromWallet = (page: Page) => page.getByRole('button', { name: 'Pay 105.00 USDT with wallet' })

/** Orders a small machine to be paid from the wallet, 105 USDT, and stands before its payment. */
export async function orderFromWallet(page: Page): Promise<void> {
  await page.goto('/#/goods?id=machineSmall')
  await page.getByRole('radio', { name: /Wallet, on chain/ }).click()
  await page.getByRole('button', { name: 'Review the order' }).click()
  await page.getByRole('button', { name: 'Reserve and go to payment' }).click()
  await payFromWallet(page).waitFor()
}

/** Fills the demo wallet from its own faucet button. */
export async function fillWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Demo wallet' }).click()
  await page.getByRole('button', { name: 'Get test coins' }).click()
  await page.getByText('Test coins have arrived in the wallet').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

/** Tops up from the wallet and waits until the balance shows it. */
export async function topUp(page: Page, amount: string): Promise<void> {
  await page.goto(`/#/wallet`)
  await page.getByRole('button', { name: 'Top up' }).click()
  await page.getByLabel('Amount to top up').fill(amount)
  await page.getByRole('button', { name: /^Send [\d,.]+ USDT$/ }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(async () => (await balance(page, 'USDT')).available, { timeout: 60_000, intervals: [500] }).toBe(amount)
}

/** What the server says the signed-in user holds. */
export async function balance(page: Page, currency: string): Promise<Balance> {
  const { list } = await apiCall(page, '/api/userAccount/balance')
  const row = list.find((one) => one.currency === currency)
  if (!row) throw new Error(`no balance of ${currency}`)
  return row
}

/** Makes a call with the page's own session; a refusal is thrown. */
export async function apiCall<P extends Path>(page: Page, path: P, params: Params<P> | Record<never, never> = {}): Promise<Data<P>> {
  const body = await answerTo(page, path, params)
  expect(body, path).toMatchObject({ code: 200 })
  return body.data as Data<P>
}

/** What the server answers to a call with the page's own session, a refusal too. */
export function answerTo(page: Page, path: Path, params: object = {}): Promise<{ code: number; message: string; data: unknown }> {
  return page.evaluate(
    async ([path, params]) => {
      const { token } = JSON.parse(localStorage.getItem('etld.session') ?? '{"token":""}') as { token: string }
      const answer = await fetch(`${path}?${new URLSearchParams(params as Record<string, string>)}`, {
        method: 'POST',
        headers: { token, lan: 'en_US', 'Content-Type': 'application/json' },
      })
      return (await answer.json()) as { code: number; message: string; data: unknown }
    },
    [path, params] as const,
  )
}

/** Closes the wallet by the button on the page of the person; the gate stands there once this returns. */
export async function signOut(page: Page, by = 'Disconnect wallet'): Promise<void> {
  await page.getByRole('button', { name: 'Disconnect wallet' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: by, exact: true }).click()
  await page.getByRole('button', { name: 'Connect wallet', exact: true }).waitFor()
}

/** Opens a screen from cold that asks for nothing by itself, or another one, and its stream. */
export async function listen(page: Page, path = '/mine'): Promise<void> {
  const opened = streamOpened(page)
  await visit(page, path)
  await opened
}

/** The next time the page opens its stream: asked for before what opens it. */
export function streamOpened(of: Page): Promise<unknown> {
  return of.waitForResponse((response) => response.url().includes('/api/user/events') && response.headers()['content-type'] === 'text/event-stream')
}
