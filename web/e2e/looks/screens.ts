import type { Page } from '@playwright/test'
import { paths } from '../../player/src/core/frame/places.ts'
import { blank, type Language } from '../browser.ts'
import { apiCall } from '../journey.ts'
import { at, visit, type State, type States } from '../looks.ts'
import { changeAnswer } from '../mocks.ts'
import { textOf } from '../texts.ts'

const details = [
  '/goods?id=machineSmall',
  '/chainDetails?id=nodeKing',
  '/balanceDetail?currency=USDT',
  '/mine?view=notices',
  '/mine?view=sessions',
  '/mine?view=profile',
  '/mine?view=data',
  '/wallet?view=checks',
  '/myMiner?status=completed',
  '/transaction?type=top_up',
]

function nameOf(path: string): string {
  return path === '/' ? 'home' : path.slice(1).replace(/[?=&]/g, '-')
}

/** Every screen that a path leads to, with what stands on it for somebody who has two machines. */
export const screens: Record<string, State & { path: string }> = Object.fromEntries([...paths, ...details].map((path) => [nameOf(path), { ...at(path), path }]))

/** A sheet that a press on a screen opens. */
export function pressed(path: string, press: (page: Page, language: Language) => Promise<void>): State {
  return {
    show: async (page, language) => {
      await visit(page, path)
      await press(page, language)
      await page.getByRole('dialog').waitFor()
    },
    isSheet: true,
  }
}

export const topUp = pressed('/wallet', (page, language) =>
  page
    .getByRole('button', { name: textOf(language, 'wallet', 'action.topUp'), exact: true })
    .first()
    .click(),
)

/** The number of the newest running machine. */
export async function runningMachine(page: Page): Promise<string> {
  await page.goto(blank)
  return (await apiCall(page, '/api/miner/findMyList', { status: 'running' })).list[0]!.minerNo
}

/** A sheet of the newest running machine. */
const machineAt = (view: string): State => ({ show: async (page) => visit(page, `/myMiner?id=${await runningMachine(page)}${view}`), isSheet: true })

/** The newest order: a sheet, or beside the list where there is room for two columns. */
const order: State = {
  show: async (page) => {
    await page.goto(blank)
    const { list } = await apiCall(page, '/api/shop/orders')
    await visit(page, `/order?id=${list[0]!.orderNo}`)
  },
  isSheet: true,
}

/** The sheets of somebody with a machine, an order and movements. */
export const sheets: States = {
  order,
  machine: machineAt(''),
  machineHistory: machineAt('&view=history'),
  machineIncome: machineAt('&view=income'),
  topUp,
  movement: pressed('/transaction', (page) => page.locator('main li button').first().click()),
  movementTypes: pressed('/transaction?as=accounts', (page) => page.locator('main [role=group] button').nth(0).click()),
  movementDates: pressed('/transaction?as=accounts', (page) => page.locator('main [role=group] button').nth(1).click()),
  export: pressed('/transaction', (page) => page.locator('header button').last().click()),
  alerts: pressed('/trade?sheet=alerts', () => Promise.resolve()),
  erase: {
    isSheet: true,
    show: async (page, language) => {
      // What somebody has ordered keeps the data from being erased.
      await changeAnswer(page, '/api/user/erasure', (erasure) => ({ ...erasure, openOrders: 0 }))
      await pressed('/mine?view=data', () => page.locator('main button').last().click()).show(page, language)
      await page.unrouteAll({ behavior: 'wait' })
    },
  },
  machineOrder: pressed('/goods?id=machineSmall', (page) => page.locator('main .fixed button').click()),
}

/** Where money is sent by hand: the demo's addresses say that they are one, so that nobody pays there from elsewhere. */
export const demoAddresses: States = {
  topUpByAddress: {
    show: async (page, language) => {
      await topUp.show(page, language)
      await page.getByRole('dialog').getByRole('radio').nth(1).click()
      await showDemoMark(page, language)
    },
    isSheet: true,
    isMoved: true,
  },
  payment: {
    show: async (page, language) => {
      await visit(page, await openPayment(page))
      await page.getByRole('dialog').locator('details summary').first().click()
      await page.getByRole('dialog').locator('details[open]').waitFor()
      await showDemoMark(page, language)
    },
    isSheet: true,
    isMoved: true,
  },
}

/** The mark stands beside the address and in its code. */
async function showDemoMark(page: Page, language: Language): Promise<void> {
  const frame = page.getByRole('dialog').locator('div.border-dashed', { hasText: textOf(language, 'common', 'demo.address') })
  await frame.getByText(/^0x[0-9a-fA-F]{40}$/).waitFor()
  const mark = textOf(language, 'common', 'demo.mark')
  await page.getByRole('img', { name: mark }).getByText(mark, { exact: true }).waitFor()
  await frame.scrollIntoViewIfNeeded()
}

/** Where an order from the wallet waits for its payment: the first one makes it, the others find it. */
async function openPayment(page: Page): Promise<string> {
  const { termsVersion } = await apiCall(page, '/api/miner/detail', { id: 'machineSmall' })
  const order = { productId: 'machineSmall', quantity: '1', payType: 'chain', termsVersion: String(termsVersion), requestId: 'an-order-from-the-wallet' }
  const { intentNo } = await apiCall(page, '/api/miner/purchaseMiner', order)
  return `/myMiner?pay=${intentNo}`
}

export const prices: States = {
  prices: {
    show: async (page, language) => {
      await visit(page, '/')
      await page.getByText(textOf(language, 'home', 'prices.source.aggregator_pair')).waitFor()
      await page.getByText(textOf(language, 'home', 'prices.source.bids')).waitFor()
      await page.getByText('ETH/USDT').first().scrollIntoViewIfNeeded()
    },
  },
  pricesMissing: {
    show: async (page, language) => {
      await changeAnswer(page, '/api/main/home', (home) => ({
        ...home,
        prices: home.prices.map((price) => (price.pair === 'ETH/USDT' ? { ...price, price: '0', source: '', stale: true, bid: null, ask: null } : price)),
      }))
      await visit(page, '/')
      await page.getByText(textOf(language, 'home', 'prices.noPrice'), { exact: true }).waitFor()
      await page.getByText(textOf(language, 'home', 'prices.noBuyer'), { exact: true }).waitFor({ state: 'detached' })
      await page.unrouteAll({ behavior: 'wait' })
    },
  },
}
