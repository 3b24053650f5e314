import { languages, type Language } from './browser.ts'
import { entryOf, filled, held, order, orderButton, readyButton, receiptIsSeen, type Form } from './exchangeForms.ts'
import { expect, test, type Page } from './fixtures.ts'
import { watchGoing, wentLike } from './going.ts'
import { atoms, day, hour, listen } from './journey.ts'
import { visit } from './looks.ts'
import { isFirst, requestsOf } from './mocks.ts'
import { Book } from './operators.ts'
import type { Person } from './person.ts'
import { toastsOf } from './toasts.ts'

// What sells to the bids, moves prices or waits; each test has a person of its own.
test.use({ story: 'exchange' })
test.describe.configure({ mode: 'serial' })

test('ETLD is sold to the bids, after a preview; a sale whose answer is lost with the page is made once', async ({ person }) => {
  const { page } = person
  await person.fund('4000', 'ETLD')
  await order(await filled(page, '/trade', '1500'))
  await page.getByText('Sold successfully').first().waitFor()
  await receiptIsSeen(page, 'USDT')
  // 1,000 at 0.5 and 500 at 0.495, less half a percent.
  const [sale] = (await person.call('/api/trade/records')).list
  expect(sale).toMatchObject({ filled: '1500', gross: '747.5', fee: '3.7375', net: '743.7625' })
  expect(await held(person, 'ETLD', 'USDT')).toEqual([atoms('2500'), atoms('743.7625')])
  const form = await filled(page, '/trade', '100')
  const ids = await requestsOf(page, '**/api/trade/sell*', isFirst)
  await order(form)
  await page.getByText('No answer arrived').first().waitFor()
  await page.reload()
  await page.getByText('It went through.').waitFor()
  expect(new Set(ids).size).toBe(1)
  expect(await held(person, 'ETLD')).toEqual([atoms('2400')])
})

test('the chart shows the prices there were', async ({ person: { page, call }, world }) => {
  await world.advance(2 * hour)
  // The price of the new hour is recorded a moment later; until then the chart has the old one alone.
  await expect.poll(async () => (await call('/api/main/priceHistory', { currency: 'ETLD' })).list.length).toBeGreaterThan(1)
  await visit(page, '/trade')
  await page.getByRole('img', { name: 'Lowest 0.495, highest 0.50, last 0.495 USDT. Times in UTC+8.' }).waitFor()
  await page.locator('figure svg').first().waitFor()
})

/** What each refusal says; the server's tests hold the words of all three languages. */
const refusals = {
  1401: { en: 'Price unavailable, please try later' },
  1402: { en: 'The quote has expired, please check the new price', zhtw: '報價已過期，請確認新價格', ru: 'Срок котировки истёк, проверьте новую цену' },
  1403: { en: 'The price moved beyond your limit; nothing was exchanged' },
  1404: { en: expect.stringMatching(/^Amount must be between [\d,.]+ and [\d,.]+$/) as unknown as string },
  1405: { en: 'Not enough funded buyers or inventory: maximum 0' },
} satisfies Record<number, Partial<Record<Language, string>>>

/** A phone in each language of a refusal that asks once more for the same order. */
async function reviewed(person: Person, path: string, amount: string, said: Partial<Record<Language, string>>): Promise<Form[]> {
  return Promise.all(
    languages
      .filter((language) => language in said)
      .map(async (language) => {
        const form = await filled((await person.on({ language })).page, path, amount, language)
        await readyButton(form).click()
        await orderButton(form).waitFor()
        // What happens from now on, the phone has not heard of.
        await form.page.route(/exchangeConfig|trade\/market/, () => undefined)
        return form
      }),
  )
}

/** Every phone orders: each has the toast of the refusal, once, and nothing moved. */
async function expectRefused(person: Person, forms: Form[], said: Partial<Record<Language, string>>): Promise<void> {
  const holds = () => held(person, 'USDT', 'ETH', 'ETLD')
  const before = await holds()
  await Promise.all(
    forms.map(async (form) => {
      await orderButton(form).click()
      await expect.poll(() => toastsOf(form.page)).toEqual([said[form.language]])
    }),
  )
  expect(await holds()).toEqual(before)
}

const swap = '/swap?pay=USDT&receive=ETH'

test('1402: a quote that ended meanwhile', async ({ person, world }) => {
  await person.fund('1000')
  const forms = await reviewed(person, swap, '10', refusals[1402])
  await world.advance(16)
  await expectRefused(person, forms, refusals[1402])
  // The next quote is there by itself, and good.
  for (const form of forms) await expect(orderButton(form)).toBeEnabled()
})

test('1401: a price that jumped meanwhile; its pairs are halted', async ({ person, world }) => {
  await person.fund('1000')
  const forms = await reviewed(person, swap, '10', refusals[1401])
  await world.feed('5000')
  await expectRefused(person, forms, refusals[1401])
  await visit(person.page, swap)
  await person.page.locator('main [role=status]').first().waitFor()
  // A second jump within an hour would stop swaps until operators resume them.
  await world.advance(3_900)
})

test('a frozen feed halts its pairs after a minute, and only those; one that works again opens them', async ({ person: { page }, world }) => {
  await world.feed('5000', true)
  await world.advance(61)
  await visit(page, '/finance')
  await page
    .getByText(/^Paused: (the price is out of date|fewer than two price sources)/)
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'Swap ETLD → USDT' }).waitFor()
  await expect(page.getByRole('link', { name: 'Swap USDT → ETH' })).toHaveCount(0)
  await world.feed('5000')
  await world.advance(601)
  await visit(page, '/finance')
  await page.getByRole('link', { name: 'Swap USDT → ETH' }).waitFor()
})

test('1404: a limit that another order used up meanwhile', async ({ person, world }) => {
  await person.fund('25000')
  const exchange = async (payAmount: string) => {
    const { quoteId } = await person.call('/api/userAccount/exchangeQuote', { pay: 'USDT', receive: 'ETLD', payAmount })
    await person.call('/api/userAccount/qExchange', { quoteId, requestId: `use-up-the-day-${quoteId}` })
  }
  // Of the 20,000 of a day, 5,000 at a time, 100 are left, and then less.
  for (const amount of ['5000', '5000', '5000', '4900']) await exchange(amount)
  const forms = await reviewed(person, swap, '100', refusals[1404])
  await exchange('10')
  await expectRefused(person, forms, refusals[1404])
  await world.advance(day)
})

test('1403: bids that were taken away meanwhile', async ({ person, world }) => {
  await person.fund('4000', 'ETLD')
  const book = await Book.open(world)
  await book.cancel()
  await book.place('0.5', '1000')
  await book.place('0.4', '1000')
  const forms = await reviewed(person, '/trade', '100', refusals[1403])
  await book.cancel(1)
  await expectRefused(person, forms, refusals[1403])
})

test('1405: nobody buys any more; without a buyer there is no price, and after a day no chart', async ({ person, world }) => {
  const { page } = person
  await person.fund('4000', 'ETLD')
  const book = await Book.open(world)
  await book.cancel()
  await book.place('0.5', '1000')
  const forms = await reviewed(person, '/trade', '100', refusals[1405])
  await book.cancel()
  await expectRefused(person, forms, refusals[1405])
  await world.advance(day + hour)
  await visit(page, '/trade')
  await page.getByText('No price was recorded in this period yet').waitFor()
  await page.getByRole('button', { name: 'No buyer right now' }).waitFor()
  await expect(page.locator('figure')).toHaveCount(0)
  await visit(page, '/swap?pay=ETLD&receive=USDT')
  await page.getByRole('button', { name: 'No buyer right now' }).waitFor()
  await page.getByText('No buyer right now: this opens as soon as a bid is funded.').waitFor()
  await visit(page, '/trade')
  await page.getByRole('radio', { name: 'Week' }).click()
  await page.getByRole('img', { name: /^Lowest/ }).waitFor()
})

test('a price alert is told once, on every device, as soon as a bid makes it true, and leads to the quote', async ({ person, world }) => {
  await person.fund('100', 'ETLD')
  const book = await Book.open(world)
  await book.place('0.4', '1000')
  const second = await person.on()
  const pages = [person.page, second.page]
  for (const page of pages) await listen(page)
  await person.call('/api/trade/setAlert', { quantity: '100', target: '55' })
  await book.place('0.6', '1000')
  await world.advance(60)
  // 60 at the new bid, less half a percent.
  const told = async (page: Page) => (await toastsOf(page)).filter((toast) => toast.startsWith('100 ETLD would bring 59.7 USDT now'))
  for (const page of pages) await expect.poll(() => told(page)).toHaveLength(1)
  await world.advance(hour)
  for (const page of pages) expect(await told(page)).toHaveLength(1)
  expect((await person.call('/api/trade/alerts')).list).toMatchObject([{ state: 'reached', net: '59.7' }])
  await visit(person.page, '/mine?view=notices')
  await person.page.getByRole('link', { name: /^100 ETLD would bring 59\.7 USDT now/ }).click()
  const form: Form = { page: person.page, language: 'en', namespace: 'trade' }
  await expect(entryOf(form)).toHaveValue('100')
  await expect(readyButton(form)).toBeEnabled()
})

test('the sheet of a sale and of a swap says the same until it is gone', async ({ person }) => {
  const { page } = person
  await person.fund('100', 'ETLD')
  await person.fund('100')
  for (const [path, amount] of [
    ['/trade', '10'],
    ['/swap?pay=USDT&receive=ETH', '20'],
  ] as const) {
    const form = await filled(page, path, amount)
    await watchGoing(page)
    await order(form)
    await page.getByText('Added to your balance:').waitFor()
    expect([path, await wentLike(page)]).toEqual([path, { went: 1, changed: [] }])
  }
})
