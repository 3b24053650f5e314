import { filled, held, order, orderButton, readyButton, receiptIsSeen } from './exchangeForms.ts'
import { expect, test } from './fixtures.ts'
import { atoms } from './journey.ts'
import { visit } from './looks.ts'
import { changeAnswer, isFirst, requestsOf } from './mocks.ts'

// Swaps leave the bids alone, so their prices are anybody's. What sells to the bids is in exchange.story.ts.

for (const [pay, receive, has, amount] of [
  ['USDT', 'ETH', '1000', '100'],
  ['USDT', 'ETLD', '1000', '51.5'],
  ['ETH', 'USDT', '2', '0.01'],
] as const) {
  test(`exchanges ${pay} for ${receive} as quoted, to the atom`, async ({ person }) => {
    const { page } = person
    await person.fund(has, pay)
    const form = await filled(page, `/swap?pay=${pay}&receive=${receive}`, amount)
    await readyButton(form).click()
    const quoted = await page.getByRole('dialog').locator('dd').nth(1).innerText()
    await orderButton(form).click()
    await page.getByText('Redemption successful').first().waitFor()
    const [made] = (await person.call('/api/userAccount/exchangeRecord')).list
    expect(made).toMatchObject({ pay, receive, payAmount: amount })
    // What stood on the screen is what was received.
    expect(atoms(quoted.replace(/[^\d.]/g, ''))).toBe(atoms(made!.receiveAmount))
    expect(await held(person, pay, receive)).toEqual([atoms(has) - atoms(amount), atoms(made!.receiveAmount)])
    await receiptIsSeen(page, receive)
  })
}

test('five minutes of an open swap ask for at most eight answers a minute', async ({ person }) => {
  const { page } = person
  await person.fund('1000')
  await page.clock.install()
  // A stream that is open by the page's clock: the server's heart beats by the real one.
  await page.addInitScript(() => {
    const ask = window.fetch.bind(window)
    window.fetch = (to, request) => {
      if (!JSON.stringify(to).includes('/api/user/events')) return ask(to, request)
      const said = (line: ReadableStreamDefaultController, words: string) => line.enqueue(new TextEncoder().encode(`: ${words}\n\n`))
      const beating = new ReadableStream({
        start: (line) => {
          said(line, 'open')
          setInterval(() => said(line, 'beat'), 15_000)
        },
      })
      return Promise.resolve(new Response(beating, { headers: { 'Content-Type': 'text/event-stream' } }))
    }
  })
  await filled(page, '/swap?pay=USDT&receive=ETH', '100')
  const asked: string[] = []
  const answers: Promise<unknown>[] = []
  page.on('request', (request) => {
    if (!request.url().includes('/api/')) return
    asked.push(new URL(request.url()).pathname)
    answers.push(request.response())
  })
  for (let second = 0; second < 300; second += 1) {
    await page.clock.runFor(1_000)
    await Promise.all(answers.splice(0))
  }
  expect(asked, 'a quote holds 15 seconds').toContain('/api/userAccount/exchangeQuote')
  expect(asked.length, asked.toSorted().join('\n')).toBeLessThanOrEqual(5 * 8)
})

test('what is received is seen to its last decimal, 320 px wide', async ({ person }) => {
  await person.fund('1000')
  const { page } = await person.on({ width: 320 })
  await filled(page, '/swap?pay=USDT&receive=ETH', '100')
  const field = page.getByLabel('You receive', { exact: true })
  await expect(field).toHaveValue(/\.\d{8}$/)
  expect(await field.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0)
})

test('an exchange is entered by what is received, and pays the least that brings it', async ({ person }) => {
  const { page } = person
  await person.fund('1000')
  await visit(page, '/swap?pay=USDT&receive=ETH')
  await page.getByLabel('You receive', { exact: true }).fill('0.02842899')
  const entry = page.getByLabel('You pay', { exact: true })
  await expect(entry).not.toHaveValue('')
  // Who reloads finds the same side entered.
  await page.reload()
  await expect(page.getByLabel('You receive', { exact: true })).toHaveValue('0.02842899')
  await expect(entry).not.toHaveValue('')
  const paid = await entry.inputValue()
  await page.getByText(/^≈ [\d,.]+ USDT$/).waitFor()
  await order({ page, language: 'en', namespace: 'swap' })
  await page.getByText('Redemption successful').first().waitFor()
  const [made] = (await person.call('/api/userAccount/exchangeRecord')).list
  expect(made).toMatchObject({ pay: 'USDT', receive: 'ETH', payAmount: paid, receiveAmount: '0.02842899' })
  expect(await held(person, 'USDT', 'ETH')).toEqual([atoms('1000') - atoms(paid), atoms('0.02842899')])
})

test('quarters of what there is are entered with one press, and a pasted figure as the app prints it', async ({ person }) => {
  const { page } = person
  await person.fund('4000', 'ETLD')
  const { maximum } = await person.call('/api/trade/market')
  await visit(page, '/trade')
  const entry = page.getByLabel('Quantity to sell')
  await page.getByRole('button', { name: '25%' }).click()
  expect(atoms(await entry.inputValue())).toBe(atoms(maximum) / 4n)
  await page.getByRole('button', { name: 'Max' }).click()
  await expect(entry).toHaveValue(maximum)
  await entry.fill('')
  await entry.evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', '1,250.50 ETLD')
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(entry).toHaveValue('1250.5')
  // Who looks elsewhere and comes back finds what was entered.
  await page.getByRole('navigation').getByRole('link', { name: 'Wallet' }).click()
  await page.getByRole('button', { name: 'Top up' }).waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Trade' }).click()
  await expect(entry).toHaveValue('1250.5')
})

test('ETLD for USDT says what the depth of the bids costs', async ({ person }) => {
  await person.fund('4000', 'ETLD')
  const { page } = await filled(person.page, '/swap?pay=ETLD&receive=USDT', '2000')
  // 1,000 at 0.5 and 1,000 at 0.495: on average 0.4975, half a percent below the best.
  const line = page.locator('main summary').first()
  await expect(line).toContainText('Price impact 0.5%')
  await line.click()
  await page.locator('main dl').first().getByText('0.5%', { exact: true }).first().waitFor()
})

test('a quote ends after 15 seconds and is renewed by itself', async ({ person }) => {
  const { page, fund } = person
  await fund('1000')
  const quotes: string[] = []
  await page.route('**/api/userAccount/exchangeQuote*', async (route) => {
    const response = await route.fetch()
    quotes.push(((await response.json()) as { data: { quoteId: string } }).data.quoteId)
    await route.fulfill({ response })
  })
  await page.clock.install()
  const form = await filled(page, '/swap?pay=USDT&receive=ETH', '10')
  await expect.poll(() => quotes.length).toBe(1)
  await page.clock.fastForward(15_000)
  await expect.poll(() => quotes.length).toBe(2)
  const sent = page.waitForRequest(/qExchange/)
  await order(form)
  expect(new URL((await sent).url()).searchParams.get('quoteId')).toBe(quotes.at(-1))
  await page.getByText('Redemption successful').first().waitFor()
})

test('a quote that became worse while it is looked at is agreed to by a press of its own', async ({ person }) => {
  const { page, fund } = person
  await fund('1000')
  let isWorse = false
  await changeAnswer(page, '/api/userAccount/exchangeQuote', (quote) => (isWorse ? { ...quote, receiveAmount: '0.00000001' } : quote))
  await page.clock.install()
  const form = await filled(page, '/swap?pay=USDT&receive=ETH', '10')
  await readyButton(form).click()
  await orderButton(form).waitFor()
  isWorse = true
  await page.clock.fastForward(15_000)
  const accept = page.getByRole('dialog').getByRole('button', { name: 'Accept the new price' })
  await accept.waitFor()
  await page.getByRole('alert').filter({ hasText: 'now it is 0.00000001 ETH' }).waitFor()
  await expect(orderButton(form)).toHaveCount(0)
  await accept.click()
  await orderButton(form).click()
  await page.getByText('Redemption successful').first().waitFor()
})

test('an exchange whose answer is lost with the page is made once', async ({ person }) => {
  const { page } = person
  await person.fund('1000')
  const form = await filled(page, '/swap?pay=USDT&receive=ETH', '20')
  const ids = await requestsOf(page, '**/api/userAccount/qExchange*', isFirst)
  await order(form)
  await page.getByText('No answer arrived').waitFor()
  await page.reload()
  await page.locator('section').filter({ hasText: 'It went through.' }).getByText('ETH').waitFor()
  expect(new Set(ids).size).toBe(1)
  expect(ids.length).toBeGreaterThan(1)
  expect(await held(person, 'USDT')).toEqual([atoms('980')])
})
