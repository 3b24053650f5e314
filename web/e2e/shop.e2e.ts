import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptBy, languages, openBrowser, openPhone, takePicture } from './browser.ts'
import { axeFlaws, findFlaws, recordShifts, settle } from './inspect.ts'
import { apiCall, balance, comeBack } from './journey.ts'
import { signInWith, TestWallet } from './testWallet.ts'
import { startWorld, type World } from './world.ts'

let world: World
let browser: Browser
let context: BrowserContext
let page: Page
let faults: string[]

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  ;({ context, page, faults } = await openPhone(browser))
  const wallet = new TestWallet(world)
  await wallet.install(context)
  await signInWith(page, world)
  await world.faucet(wallet.account.address)
})

afterAll(async () => {
  await browser?.close()
  // Also replays the journal and checks every invariant.
  await world?.stop()
})

const finality = { timeout: 90_000 }

interface Order {
  orderNo: string
  status: string
  quantity: number
}

async function orders(): Promise<Order[]> {
  return ((await apiCall(page, '/api/shop/orders')) as { list: Order[] }).list
}

async function open(goodsId: string): Promise<void> {
  await comeBack(page, world, `/productsDetails?id=${goodsId}`)
  await page.getByRole('heading', { name: 'Delivered to' }).waitFor()
}

const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })

// The tests below are one person's way, in order.

test('without orders the way leads to the shop, and from there to an order that asks where to', async () => {
  await page.goto(`${world.url}/#/order`)
  await page.getByRole('link', { name: 'To the shop' }).click()
  await page.getByRole('link', { name: /Quiet fan/ }).click()
  await page.getByText('Only 3 left').waitFor()
  await page.getByRole('button', { name: 'Please select the delivery address' }).click()
  const form = dialog('Add an address')
  await form.getByRole('button', { name: 'Save and deliver here' }).click()
  for (const prompt of ['Please enter a name', 'Please enter your mobile phone number', 'Please enter the detailed address'])
    await form.getByText(prompt, { exact: true }).waitFor()
  await form.getByLabel('Name').fill('林小姐')
  await form.getByLabel('Phone number').fill('call me')
  await form.getByLabel('Country or region').selectOption('DE')
  await form.getByLabel('Detailed address').fill('Unter den Linden 1, 10117 Berlin')
  await form.getByRole('button', { name: 'Save and deliver here' }).click()
  await form.getByText('6 to 20 digits, spaces or hyphens; it may begin with +').waitFor()
  await form.getByLabel('Phone number').fill('+49 30 1234-567')
  await form.getByRole('button', { name: 'Save and deliver here' }).click()
  await page.getByText('Unter den Linden 1, 10117 Berlin, Germany').waitFor()
  await form.waitFor({ state: 'detached' })
})

test('goods are shown by their pictures, in the width that is needed, with words for those who cannot see them', async () => {
  await page.goto(`${world.url}/#/products`)
  const cards = page.locator('main a[href*="productsDetails"] img')
  await expect.poll(() => cards.count()).toBe(8)
  await cards.last().scrollIntoViewIfNeeded()
  await expect.poll(() => cards.evaluateAll((all) => all.filter((one) => (one as HTMLImageElement).naturalWidth === 0).length)).toBe(0)
  await page.getByRole('link', { name: /Quiet fan/ }).click()
  const large = page.getByRole('img', { name: 'A black square fan with nine blades and rubber mounts in its corners' })
  await expect.poll(() => large.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(320)
  expect((await page.request.get(await large.evaluate((one) => (one as HTMLImageElement).currentSrc))).headers()).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
})

test('an empty balance is topped up and pays in one sheet; the money waits in escrow', async () => {
  await page.getByRole('button', { name: 'Top up and buy' }).click()
  await dialog('Confirm the purchase').getByRole('button', { name: 'Top up 29.00 USDT and buy' }).click()
  const order = dialog('Order')
  await order.getByText('Waiting for delivery', { exact: true }).waitFor(finality)
  for (const words of ['Quiet fan, 120 mm', '林小姐', '+49 30 1234-567', 'Unter den Linden 1, 10117 Berlin, Germany', 'Paid, waiting for delivery'])
    await order.getByText(words).first().waitFor()
  expect(await balance(page, 'USDT')).toMatchObject({ available: '0', escrow: '29' })
  await takePicture(page, 'shop-order', false)
})

test('who cancels before it ships has the whole price back, and it can be bought again', async () => {
  const order = dialog('Order')
  await order.getByRole('button', { name: 'Cancel the order' }).click()
  await order.getByText('The order is cancelled and 29.00 USDT goes back to your balance.').waitFor()
  await order.getByRole('button', { name: 'Cancel order', exact: true }).click()
  await page.getByText('Cancellation successful').first().waitFor()
  await order.getByText('Invalid, refunded').waitFor()
  expect(await balance(page, 'USDT')).toMatchObject({ available: '29', escrow: '0' })
  expect(await orders()).toMatchObject([{ status: 'invalid' }])
  await open('quietFan')
  await page.getByText('Only 3 left').waitFor()
})

test('a payment from the wallet makes an order once it is final', async () => {
  await open('walletPouch')
  await page.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('radio', { name: /Wallet, on chain/ }).click()
  await page.getByRole('button', { name: 'Review the order' }).click()
  await page.getByRole('button', { name: 'Reserve and go to payment' }).click()
  await page.getByText('Felt pouch for a hardware wallet, 2 pieces').first().waitFor()
  expect(await orders()).toHaveLength(1)
  await page.getByRole('button', { name: 'Pay 30.00 USDT with wallet' }).click()
  await page.getByText('Payment confirmed').first().waitFor(finality)
  await page.getByRole('link', { name: 'See the order' }).click()
  await dialog('Order').getByText('Waiting for delivery', { exact: true }).waitFor()
  expect(await orders()).toMatchObject([{ status: 'waiting_for_delivery', quantity: 2 }, { status: 'invalid' }])
  expect(await balance(page, 'USDT')).toMatchObject({ available: '29', escrow: '30' })
})

test('a region that is not delivered to is told before ordering, and so is how many are left to oneself', async () => {
  await open('smartPlug')
  await page.getByText('We cannot deliver to this region. Please select another address.').waitFor()
  await page.getByRole('button', { name: 'Please select the delivery address' }).waitFor()
  await open('quietFan')
  await page.getByText('1 to 2', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Review the order' }).click()
  await page.getByRole('button', { name: 'Pay 29.00 USDT from balance' }).click()
  await page.getByText('Purchase successful').first().waitFor()
  await dialog('Order').getByText('Waiting for delivery', { exact: true }).waitFor()
  await open('quietFan')
  await page.getByText('1 to 1', { exact: true }).waitFor()
  await page.getByText('you have ordered 1').waitFor()
})

test('addresses are changed, made the default and deleted; orders keep theirs', async () => {
  await comeBack(page, world, '/order?view=address')
  const sheet = () => page.getByRole('dialog')
  await sheet().getByRole('button', { name: 'Add an address' }).click()
  await sheet().getByLabel('Name').fill('Анна Иванова')
  await sheet().getByLabel('Phone number').fill('8 495 123 45 67')
  await sheet().getByLabel('Detailed address').fill('Москва, Тверская улица, 1')
  await sheet().getByRole('button', { name: 'Save', exact: true }).click()
  await sheet().getByText('Москва, Тверская улица, 1').waitFor()
  await sheet().getByRole('button', { name: 'Make it the default' }).click()
  await expect.poll(() => sheet().getByRole('listitem').first().innerText()).toContain('Анна Иванова')
  await takePicture(page, 'shop-addresses', false)
  await sheet().getByRole('listitem').nth(1).getByRole('button', { name: 'Delete' }).click()
  await sheet().getByRole('button', { name: 'Delete address' }).click()
  await expect.poll(() => sheet().getByRole('listitem').count()).toBe(1)
  await page.goBack()
  await comeBack(page, world, `/order?id=${(await orders())[0]!.orderNo}`)
  await dialog('Order').getByText('Unter den Linden 1, 10117 Berlin, Germany').waitFor()
})

test('with text of twice the size on a narrow phone the words of an order stay within their card', async () => {
  const kept = await keptBy(context)
  const { orderNo } = (await orders())[0]!
  const found: string[] = []
  for (const language of languages) {
    const phone = await openPhone(browser, { language, kept, width: 320 })
    await phone.context.addInitScript(() => document.addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%')))
    for (const path of ['/products', '/order', `/order?id=${orderNo}`, '/productsDetails?id=hoodie']) {
      await phone.page.goto(`${world.url}/?large#${path}`)
      await settle(phone.page)
      const beyond = await phone.page.evaluate(() =>
        [...document.querySelectorAll('li, section')].flatMap((card) => {
          const edge = card.getBoundingClientRect().right
          return [...card.querySelectorAll(':scope *:not(svg *)')].filter((one) => one.getBoundingClientRect().right > edge + 1).map((one) => one.textContent)
        }),
      )
      const words = await phone.page.evaluate(() =>
        [...document.querySelectorAll('h1')].filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent),
      )
      for (const flaw of [...beyond, ...words]) found.push(`${language} ${path}: ${flaw}`)
    }
    await phone.context.close()
  }
  expect(found).toEqual([])
})

test('every screen of the shop is clean in three languages and both themes, also narrow', async () => {
  const kept = await keptBy(context)
  const { orderNo } = (await orders())[0]!
  const found: string[] = []
  const screens = [
    ['goods', '/products', 390],
    ['goods-narrow', '/products', 320],
    ['details', '/productsDetails?id=hoodie', 390],
    ['details-narrow', '/productsDetails?id=hoodie', 320],
    ['orders', '/order', 390],
    ['order', `/order?id=${orderNo}`, 390],
    ['order-narrow', `/order?id=${orderNo}`, 320],
    ['addresses', '/order?view=address', 320],
  ] as const
  for (const language of languages) {
    for (const theme of ['dark', 'light'] as const) {
      const phone = await openPhone(browser, { language, theme, kept })
      await phone.context.addInitScript(recordShifts)
      for (const [name, path, width] of screens) {
        await phone.page.setViewportSize({ width, height: 844 })
        await phone.page.goto(`${world.url}/?${name}#${path}`)
        await settle(phone.page)
        for (const flaw of [...(await findFlaws(phone.page, language)), ...(await axeFlaws(phone.page))]) found.push(`${language} ${theme} ${name}: ${flaw}`)
        if (process.env['ETLD_PICTURES'] === '1') await takePicture(phone.page, `shop-${name}-${language}-${theme}`)
      }
      await phone.context.close()
    }
  }
  expect(found).toEqual([])
  expect(faults).toEqual([])
}, 400_000)
