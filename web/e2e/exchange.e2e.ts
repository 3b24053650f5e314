import type { Browser, BrowserContext, Locator, Page, Response } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { keptBy, languages, openBrowser, openPhone, takePicture, type KeptState, type Language, type Theme } from './browser.ts'
import { axeFlaws, findFlaws, recordShifts, settle } from './inspect.ts'
import { apiCall, balance, day, hour } from './journey.ts'
import { Book } from './operators.ts'
import { signInWith, TestWallet } from './testWallet.ts'
import { textOf } from './texts.ts'
import { recordToasts, toastsOf } from './toasts.ts'
import { startWorld, type World } from './world.ts'

let world: World
let browser: Browser
let context: BrowserContext
let page: Page
let wallet: TestWallet
let kept: KeptState

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  ;({ context, page } = await openPhone(browser))
  await recordToasts(context)
  wallet = new TestWallet(world)
  await wallet.install(context)
})

beforeEach(() => context.unrouteAll({ behavior: 'ignoreErrors' }))

afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

interface Exchange {
  pay: string
  payAmount: string
  fee: string
  receive: string
  receiveAmount: string
}

let visits = 0

/** Opens a screen anew, in a language. */
async function open(path: string, language: Language = 'en'): Promise<void> {
  await page.evaluate((lang) => localStorage.setItem('lang', lang), language)
  await page.goto(`${world.url}/?visit=${(visits += 1)}#${path}`)
}

/** Enters an amount and waits until the button that orders it can be pressed. */
async function fill(amount: string, language: Language, namespace: 'swap' | 'trade'): Promise<void> {
  await page.getByLabel(textOf(language, namespace, namespace === 'swap' ? 'pay' : 'quantity'), { exact: true }).fill(amount)
  await expect
    .poll(() =>
      page
        .getByRole('button', { name: textOf(language, namespace, 'step.ready'), exact: true })
        .last()
        .isEnabled(),
    )
    .toBe(true)
}

/** Goes from the filled form to the sheet that asks once more. */
async function review(language: Language = 'en'): Promise<void> {
  await page
    .locator('main')
    .getByRole('button', { name: textOf(language, 'swap', 'step.ready'), exact: true })
    .last()
    .click()
  await page.getByRole('dialog').waitFor()
}

/** Goes from the filled form through the sheet that asks once more. */
async function exchange(language: Language = 'en'): Promise<void> {
  await review(language)
  await confirmExchange(language)
}

function confirmExchange(language: Language = 'en') {
  return orderButton(language).click()
}

function orderButton(language: Language) {
  const verb = { en: 'Exchange', zhtw: '兌換', ru: 'Обменять' }[language]
  return page.getByRole('dialog').getByRole('button', { name: new RegExp(`^${verb} \\d`) })
}

/** Goes from the filled form through the sheet that asks once more. */
async function sell(language: Language = 'en'): Promise<void> {
  await page.getByRole('button', { name: textOf(language, 'trade', 'step.ready'), exact: true }).click()
  await confirmSale(language)
}

function confirmSale(language: Language = 'en') {
  const [verb = ''] = { en: ['Sell'], zhtw: ['出售'], ru: ['Продать'] }[language]
  return page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${verb} `) })
    .click()
}

async function lastExchange(): Promise<Exchange> {
  return ((await apiCall(page, '/api/userAccount/exchangeRecord')) as { list: Exchange[] }).list[0]!
}

async function available(currency: string): Promise<bigint> {
  return atoms((await balance(page, currency)).available)
}

function atoms(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole) * 100_000_000n + BigInt(fraction.padEnd(8, '0'))
}

/** The receipt stands where the quote stood: between what was entered and the button, with its way to the wallet. */
async function receiptIsSeen(currency: string): Promise<void> {
  const receipt = page.getByText('Added to your balance:')
  await receipt.waitFor()
  const topOf = async (part: Locator) => (await part.boundingBox())!.y
  expect(await topOf(receipt)).toBeGreaterThan(await topOf(page.locator('fieldset input').first()))
  expect(await topOf(receipt)).toBeLessThan(await topOf(page.getByRole('button', { name: /^Enter an? (amount|quantity)$/ })))
  await takePicture(page, `exchange-receipt-${currency}`, false)
  expect(await page.getByRole('link', { name: 'See it in the wallet' }).getAttribute('href')).toBe(`#/balanceDetail?currency=${currency}`)
}

test('a wallet tops up USDT and ETLD', async () => {
  await signInWith(page, world)
  await wallet.topUp('12000')
  await wallet.topUp('5000', 'ETLD')
  await expect.poll(() => available('USDT'), { timeout: 60_000 }).toBe(atoms('12000'))
  await expect.poll(() => available('ETLD'), { timeout: 60_000 }).toBe(atoms('5000'))
  kept = await keptBy(context)
})

test.each([
  ['USDT', 'ETH', '100'],
  ['USDT', 'ETLD', '51.5'],
  ['ETH', 'USDT', '0.01'],
])('exchanges %s for %s as quoted, to the atom', async (pay, receive, amount) => {
  const before = [await available(pay), await available(receive)]
  await open(`/swap?pay=${pay}&receive=${receive}`)
  await fill(amount, 'en', 'swap')
  await takePicture(page, `exchange-${pay}-${receive}`)
  await review()
  const quoted = await page.getByRole('dialog').locator('dd').nth(1).innerText()
  await settle(page)
  await takePicture(page, `exchange-confirm-${pay}-${receive}`, false)
  await confirmExchange()
  await page.getByText('Redemption successful').first().waitFor()
  const made = await lastExchange()
  expect(made).toMatchObject({ pay, receive, payAmount: amount })
  // What stood on the screen is what was received.
  expect(atoms(quoted.replace(/[^\d.]/g, ''))).toBe(atoms(made.receiveAmount))
  expect([await available(pay), await available(receive)]).toEqual([before[0]! - atoms(amount), before[1]! + atoms(made.receiveAmount)])
  await receiptIsSeen(receive)
})

test('an exchange is entered by what is received, and pays the least that brings it', async () => {
  const before = [await available('USDT'), await available('ETH')]
  await open('/swap?pay=USDT&receive=ETH')
  await page.getByLabel('You receive', { exact: true }).fill('0.02842899')
  await expect.poll(() => page.getByLabel('You pay', { exact: true }).inputValue()).not.toBe('')
  const paid = await page.getByLabel('You pay', { exact: true }).inputValue()
  await page.getByText(/^≈ [\d,.]+ USDT$/).waitFor()
  await takePicture(page, 'exchange-by-received')
  await exchange()
  await page.getByText('Redemption successful').first().waitFor()
  const made = await lastExchange()
  expect(made).toMatchObject({ pay: 'USDT', receive: 'ETH', payAmount: paid, receiveAmount: '0.02842899' })
  expect([await available('USDT'), await available('ETH')]).toEqual([before[0]! - atoms(paid), before[1]! + atoms('0.02842899')])
})

test('quarters of what there is are entered with one press, and a pasted figure as the app prints it', async () => {
  const { maximum } = (await apiCall(page, '/api/trade/market')) as { maximum: string }
  await open('/trade')
  await page.getByRole('button', { name: '25%' }).click()
  expect(atoms(await page.getByLabel('Quantity to sell').inputValue())).toBe(atoms(maximum) / 4n)
  await page.getByRole('button', { name: 'Max' }).click()
  expect(await page.getByLabel('Quantity to sell').inputValue()).toBe(maximum)
  await page.getByLabel('Quantity to sell').fill('')
  await page.getByLabel('Quantity to sell').evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', '1,250.50 ETLD')
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  expect(await page.getByLabel('Quantity to sell').inputValue()).toBe('1250.5')
  // Who looks elsewhere and comes back finds what was entered.
  await page.getByRole('navigation').getByRole('link', { name: 'Wallet' }).click()
  await page.getByRole('button', { name: 'Top up' }).waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Trade' }).click()
  expect(await page.getByLabel('Quantity to sell').inputValue()).toBe('1250.5')
})

test('ETLD for USDT says what the depth of the bids costs', async () => {
  await open('/swap?pay=ETLD&receive=USDT')
  await fill('2000', 'en', 'swap')
  // 1,000 at 0.5 and 1,000 at 0.495: on average 0.4975, half a percent below the best.
  await page.locator('main dl').first().getByText('0.5%', { exact: true }).first().waitFor()
  await takePicture(page, 'exchange-impact')
})

test('a quote ends after 15 seconds and is renewed by itself', async () => {
  const quotes: string[] = []
  const note = async (response: Response) => {
    if (!response.url().includes('/exchangeQuote')) return
    // The page may have gone on before the body of an answer was read.
    const body = (await response.json().catch(() => null)) as { data: { quoteId: string } } | null
    if (body) quotes.push(body.data.quoteId)
  }
  page.on('response', note)
  onTestFinished(() => void page.off('response', note))
  await open('/swap?pay=USDT&receive=ETH')
  await fill('10', 'en', 'swap')
  await expect.poll(() => quotes.length).toBe(1)
  await expect.poll(() => quotes.length, { timeout: 20_000 }).toBe(2)
  const sent = page.waitForRequest(/qExchange/)
  await expect.poll(() => page.locator('main').getByRole('button', { name: 'Exchange', exact: true }).last().isEnabled()).toBe(true)
  await exchange()
  expect(new URL((await sent).url()).searchParams.get('quoteId')).toBe(quotes.at(-1))
  await page.getByText('Redemption successful').first().waitFor()
})

test('an exchange whose answer is lost with the page is made once', async () => {
  const before = await available('USDT')
  await open('/swap?pay=USDT&receive=ETH')
  await fill('20', 'en', 'swap')
  const ids = await loseFirstAnswer('**/api/userAccount/qExchange*')
  await exchange()
  await page.getByText('No answer arrived').waitFor()
  await page.reload()
  await page.getByText('It was done.').waitFor()
  await page.locator('section').filter({ hasText: 'It was done.' }).getByText('ETH').waitFor()
  expect(new Set(ids())).toHaveLength(1)
  expect(ids().length).toBeGreaterThan(1)
  expect(await available('USDT')).toBe(before - atoms('20'))
})

test('ETLD is sold to the bids, after a preview', async () => {
  const before = [await available('ETLD'), await available('USDT')]
  await open('/trade')
  await fill('1500', 'en', 'trade')
  await page.getByRole('button', { name: 'Review the sale' }).click()
  await page.getByRole('dialog').waitFor()
  await settle(page)
  await takePicture(page, 'exchange-sell-sheet', false)
  await confirmSale()
  await page.getByText('Sold successfully').first().waitFor()
  const { list } = (await apiCall(page, '/api/trade/records')) as { list: { filled: string; net: string; gross: string; fee: string }[] }
  await receiptIsSeen('USDT')
  // 1,000 at 0.5 and 500 at 0.495, less half a percent.
  expect(list[0]).toMatchObject({ filled: '1500', gross: '747.5', fee: '3.7375', net: '743.7625' })
  expect([await available('ETLD'), await available('USDT')]).toEqual([before[0]! - atoms('1500'), before[1]! + atoms('743.7625')])
})

test('a sale whose answer is lost with the page is made once', async () => {
  const before = await available('ETLD')
  await open('/trade')
  await fill('100', 'en', 'trade')
  const ids = await loseFirstAnswer('**/api/trade/sell*')
  await sell()
  await page.getByText('No answer arrived').first().waitFor()
  await page.reload()
  await page.getByText('It was done.').waitFor()
  expect(new Set(ids())).toHaveLength(1)
  expect(await available('ETLD')).toBe(before - atoms('100'))
})

/** The server does its work; only the first answer never comes. */
async function loseFirstAnswer(pattern: string): Promise<() => (string | null)[]> {
  const ids: (string | null)[] = []
  await context.route(pattern, async (route) => {
    ids.push(new URL(route.request().url()).searchParams.get('requestId'))
    const answer = await route.fetch()
    if (ids.length === 1) await route.abort('connectionreset')
    else await route.fulfill({ response: answer })
  })
  return () => ids
}

test('the chart shows the prices there were', async () => {
  await world.advance(2 * hour)
  // The price of the new hour is recorded a moment later; until then the chart has the old one alone.
  await expect
    .poll(async () => ((await apiCall(page, '/api/main/priceHistory', { currency: 'ETLD' })) as { list: unknown[] }).list.length, { timeout: 30_000 })
    .toBeGreaterThan(1)
  await open('/trade')
  await page.getByRole('img', { name: 'Lowest 0.495, highest 0.50, last 0.495 USDT. Times in UTC+8.' }).waitFor()
  await expect.poll(() => page.locator('figure canvas').count()).toBeGreaterThan(0)
  await settle(page)
  await takePicture(page, 'exchange-chart')
})

const looks = languages.flatMap((language) => (['dark', 'light'] as const).map((theme) => [language, theme] as const))

test.each(looks)('the exchange screens with figures are sound in %s, %s', async (language, theme) => {
  for (const [width, name] of [
    [390, '390'],
    [320, '320-double'],
  ] as const) {
    expect(await flawsOf(language, theme, width, name)).toEqual({})
  }
})

async function flawsOf(language: Language, theme: Theme, width: number, name: string): Promise<Record<string, string[]>> {
  const phone = await openPhone(browser, { language, theme, width, kept })
  const own = phone.page
  await own.addInitScript(recordShifts)
  if (width === 320)
    await own.addInitScript(() => new MutationObserver(() => (document.documentElement.style.fontSize = '200%')).observe(document, { childList: true }))
  const flaws: Record<string, string[]> = {}
  for (const [path, amount] of [
    ['/swap?pay=USDT&receive=ETH', '100'],
    ['/trade', '120'],
    ['/finance', null],
  ] as const) {
    let shifts: string[] = []
    // A second look where something moved: the very first page may have waited for its font.
    for (let look = 0; look < 2 && (look === 0 || shifts.length > 0); look += 1) {
      await own.goto(`${world.url}/?visit=${(visits += 1)}#${path}`)
      await settle(own)
      shifts = await findFlaws(own, language)
    }
    if (amount) {
      const [namespace, label] = path === '/trade' ? (['trade', 'quantity'] as const) : (['swap', 'pay'] as const)
      // With real keys: what moves at a keystroke is no shift, what moves later is one.
      await own.getByLabel(textOf(language, namespace, label), { exact: true }).pressSequentially(amount)
      await own.getByRole('timer').first().waitFor()
    }
    await settle(own)
    await takePicture(own, `exchange-${language}-${theme}-${name}-${path.slice(1).split('?')[0]}`)
    // With doubled text the figures that come take lines of their own; the page as it loads must stand still.
    const filled = (await findFlaws(own, language)).filter((flaw) => width === 390 || !flaw.startsWith('layout shifts'))
    const found = [...shifts, ...filled, ...(width === 390 ? await axeFlaws(own) : [])]
    if (found.length > 0) flaws[`${path} at ${width}`] = found
  }
  await phone.context.close()
  return flaws
}

/** Every refusal of an order that a browser can meet, word for word as the catalogue of errors says it. */
const refusals: Record<Language, Record<number, RegExp>> = {
  en: {
    1401: /^Price unavailable, please try later$/,
    1402: /^The quote has expired, please check the new price$/,
    1403: /^The price moved beyond your limit; nothing was exchanged$/,
    1404: /^Amount must be between [\d,.]+ and [\d,.]+$/,
    1405: /^Not enough funded buyers or inventory: maximum 0$/,
  },
  zhtw: {
    1401: /^暫時無法取得價格，請稍後再試$/,
    1402: /^報價已過期，請確認新價格$/,
    1403: /^價格超出您的限制，未成交$/,
    1404: /^數量須介於 [\d,.]+ 與 [\d,.]+ 之間$/,
    1405: /^可成交量不足：最多 0$/,
  },
  ru: {
    1401: /^Цена недоступна, попробуйте позже$/,
    1402: /^Срок котировки истёк, проверьте новую цену$/,
    1403: /^Цена вышла за заданный предел; сделка не выполнена$/,
    1404: /^Сумма должна быть от [\d\s,.]+ до [\d\s,.]+$/,
    1405: /^Недостаточно обеспеченного объёма: максимум 0$/,
  },
}

/** The toast of a refusal, once, and nothing moved. */
async function expectRefused(language: Language, code: number, press: () => Promise<void>): Promise<void> {
  const held = async () => [await available('USDT'), await available('ETH'), await available('ETLD')]
  const before = await held()
  await press()
  const wanted = refusals[language][code]!
  await expect.poll(async () => (await toastsOf(page)).filter((toast) => wanted.test(toast)).length, { timeout: 20_000 }).toBe(1)
  expect(await toastsOf(page)).toHaveLength(1)
  expect(await held()).toEqual(before)
}

test.each(languages)('1402: a quote that ended meanwhile, in %s', async (language) => {
  await open('/swap?pay=USDT&receive=ETH', language)
  await fill('10', language, 'swap')
  await review(language)
  await world.advance(16)
  await expectRefused(language, 1402, () => confirmExchange(language))
  await takePicture(page, `exchange-refused-1402-${language}`, false)
  // The next quote is there by itself, and good.
  await expect.poll(() => orderButton(language).isEnabled()).toBe(true)
})

test.each(languages)('1401: a price that jumped meanwhile, in %s', async (language) => {
  // Each turn jumps to the other of two prices.
  const price = language === 'en' ? '3500' : '5000'
  await open('/swap?pay=USDT&receive=ETH', language)
  await fill('10', language, 'swap')
  await world.feed(language === 'ru' ? '7000' : price)
  await expectRefused(language, 1401, () => exchange(language))
  await open('/swap?pay=USDT&receive=ETH', language)
  await page.locator('main [role=status]').first().waitFor()
  await takePicture(page, `exchange-halted-${language}`, false)
  // A second jump within an hour would stop swaps until operators resume them.
  await world.advance(3_900)
})

test('a frozen feed halts its pairs after a minute, and only those', async () => {
  await world.feed('7000', true)
  await world.advance(61)
  await open('/finance')
  await page
    .getByText(/^Paused: (the price is out of date|fewer than two price sources)/)
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'Exchange ETLD → USDT' }).waitFor()
  expect(await page.getByRole('link', { name: 'Exchange USDT → ETH' }).count()).toBe(0)
  await settle(page)
  await takePicture(page, 'exchange-frozen')
})

test('a feed that works again opens its pairs', async () => {
  await world.feed('3500')
  await world.advance(601)
  await open('/finance')
  await page.getByRole('link', { name: 'Exchange USDT → ETH' }).waitFor()
})

test.each(languages)('1404: a limit that another order used up meanwhile, in %s', async (language) => {
  await open('/swap?pay=USDT&receive=ETH', language)
  await fill('100', language, 'swap')
  await useUpTheDay()
  await expectRefused(language, 1404, () => exchange(language))
  await takePicture(page, `exchange-refused-1404-${language}`, false)
  await world.advance(day)
})

/** Exchanges there and back until less than 100 USDT may be exchanged today. */
async function useUpTheDay(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    const { pairs } = (await apiCall(page, '/api/userAccount/exchangeConfig')) as {
      pairs: { pay: string; receive: string; maximum: string; dayRest: string }[]
    }
    const [pay, receive] = turn % 2 === 0 ? ['USDT', 'ETH'] : ['ETH', 'USDT']
    const rest = pairs.find((one) => one.pay === 'USDT' && one.receive === 'ETH')!.dayRest
    if (atoms(rest) < atoms('100')) return
    const payAmount = pairs.find((one) => one.pay === pay && one.receive === receive)!.maximum
    const { quoteId } = (await apiCall(page, '/api/userAccount/exchangeQuote', { pay: pay!, receive: receive!, payAmount })) as { quoteId: string }
    await apiCall(page, '/api/userAccount/qExchange', { quoteId, requestId: `use-up-the-day-${quoteId}` })
  }
  throw new Error('the day has no end')
}

test.each(languages)('1403: bids that were taken away meanwhile, in %s', async (language) => {
  const book = await Book.open(world)
  await book.cancel()
  await book.place('0.5', '1000')
  await book.place('0.4', '1000')
  await open('/trade', language)
  await fill('100', language, 'trade')
  await book.cancel(1)
  await expectRefused(language, 1403, () => sell(language))
  await takePicture(page, `exchange-refused-1403-${language}`, false)
})

test.each(languages)('1405: nobody buys any more, in %s', async (language) => {
  const book = await Book.open(world)
  await book.cancel()
  await book.place('0.5', '1000')
  await open('/trade', language)
  await fill('100', language, 'trade')
  await book.cancel()
  await expectRefused(language, 1405, () => sell(language))
})

test('without a buyer there is no price, and after a day no chart', async () => {
  await world.advance(day + hour)
  await open('/trade')
  await page.getByText('No price was recorded in this period yet').waitFor()
  await page.getByRole('button', { name: 'No buyer at present' }).waitFor()
  expect(await page.locator('figure').count()).toBe(0)
  await settle(page)
  await takePicture(page, 'exchange-no-buyer')
  await page.getByRole('radio', { name: 'Week' }).click()
  await page.getByRole('img', { name: /^Lowest/ }).waitFor()
})
