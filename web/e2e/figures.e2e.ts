import { buyMachines } from './family.ts'
import { expect, noon, test } from './fixtures.ts'
import { visit } from './looks.ts'
import { mockOf } from './looks/game.ts'
import { answered, callTo, changeAnswer, topUp } from './mocks.ts'

test('three machines bought at once are one notice, which opens to three', async ({ person }) => {
  const { page } = person
  await person.fund('400')
  await buyMachines(person, 'machineSmall', 3)
  await visit(page, '/mine?view=notices')
  const told = page.getByText('Machine started', { exact: true })
  const more = page.getByRole('button', { name: '2 more like this' })
  await more.waitFor()
  await expect(told).toHaveCount(1)
  await more.click()
  await expect(told).toHaveCount(3)
  await expect(page.locator(':focus').getByText('Machine started', { exact: true })).toHaveCount(2)
})

/** How many decimals each figure has that stands in a text. */
const decimalsIn = (text: string) => [...text.matchAll(/\d[\d,]*(?:\.(\d+))?/g)].map(([, decimals]) => decimals?.length ?? 0)

test('figures of one kind that stand side by side have as many decimals', async ({ person: { page } }) => {
  await visit(page, '/')
  const cards = page.locator('main a[href*="/goods?id="]')
  await cards.first().waitFor()
  const interests = await cards.evaluateAll((all) => all.map((card) => card.textContent!.match(/\+[\d,.]+/)![0]))
  expect(interests.length).toBeGreaterThanOrEqual(3)
  expect(new Set(interests.map((text) => decimalsIn(text)[0])).size, String(interests)).toBe(1)
  await page.locator('main').getByText('ETLD/USDT').first().scrollIntoViewIfNeeded()
  const rows = await page
    .locator('main li')
    .filter({ hasText: /^[A-Z]+\/USDT/ })
    .allInnerTexts()
  expect(rows.length).toBeGreaterThanOrEqual(2)
  for (const row of rows) {
    const figures = [...row.matchAll(/(?:^|\s)([\d,]+\.\d+)(?=\s|$)/g)].map(([, figure]) => figure!)
    expect(new Set(figures.map((text) => decimalsIn(text)[0])).size, row).toBeLessThanOrEqual(1)
  }
})

test('the two prices of the front page are those that their own calls answer', async ({ person: { page } }) => {
  await page.route(callTo('/api/main/getETHPrice'), (route) => route.fulfill(answered('/api/main/getETHPrice', 4321.5)))
  await page.route(callTo('/api/main/getETLDPrice'), (route) => route.fulfill(answered('/api/main/getETLDPrice', 0.4321)))
  await visit(page, '/')
  const row = (pair: string) => page.locator('main li').filter({ hasText: pair })
  await expect(row('ETH/USDT')).toContainText('4,321.50')
  await expect(row('ETLD/USDT')).toContainText('0.4321')
})

test('the next payment of dividends is told in the zone of the platform and by the own clock at once', async ({ person: { page } }) => {
  await visit(page, '/dividendPool')
  const card = page.getByRole('region', { name: 'Next payment in' })
  await expect(card).toContainText('1 Dec 2026, 12:00 UTC+8')
  await expect(card).toContainText('By your clock: 1 Dec 2026, 04:00 UTC+0')
})

test('what was posted later than it took effect says from when its balance is', async ({ person }) => {
  const { page } = person
  await person.fund('40')
  await changeAnswer(page, '/api/userAccount/balanceDetail', ({ list, ...rest }) => ({
    ...rest,
    list: list.map((row) => ({ ...row, createdAt: '2026-11-19T15:59:00Z', postedAt: '2026-11-19T16:03:20Z' })),
  }))
  await visit(page, '/transaction?as=accounts')
  const row = page.getByRole('button', { name: /Deposit/ })
  await expect(row).toContainText('23:59 UTC+8')
  await expect(row).toContainText('Balance at 20 Nov 2026, 00:03 UTC+8 40.00')
  await row.click()
  const sheet = page.getByRole('dialog', { name: 'Movement' })
  await expect(sheet).toContainText('Posted20 Nov 2026, 00:03:20 UTC+8')
})

test('hidden figures are hidden from readers, on the strip of money on its way and in the pools too', async ({ person }) => {
  const { page } = person
  await person.fund('105')
  await buyMachines(person, 'machineSmall')
  await page.addInitScript(() => localStorage.setItem('balances', 'hidden'))
  await visit(page, '/myMiner?view=calendar')
  await page
    .getByRole('button', { name: /: Interest ••••\sUSDT/ })
    .first()
    .waitFor()
  await expect(page.getByRole('button', { name: /Interest \d/ })).toHaveCount(0)
  await changeAnswer(page, '/api/userAccount/underWay', (data) => ({ ...data, list: [topUp()] }))
  await changeAnswer(page, '/api/node/dividendPool', (data) => ({
    ...data,
    pools: data.pools.map((pool) => ({ ...pool, myNodes: 1, myAmount: '12.34', base: 12_280 })),
  }))
  await visit(page, '/dividendPool')
  await page.getByRole('link', { name: /^Top-up ••••\sUSDT/ }).waitFor()
  await page.locator('main summary').getByText('••••').first().waitFor()
  await expect(page.getByText('12.34')).toHaveCount(0)
  // What a pool is divided by is nobody's own.
  await page.locator('main summary').first().click()
  await page.getByText('Divided by 12,280').first().waitFor()
  const end = { nextCursor: '', hasMore: false }
  const sale = {
    saleNo: 'ASALE',
    filled: '56.78',
    net: '56.78',
    average: '0.5',
    fee: '56.78',
    gross: '56.78',
    unfilled: '56.78',
    via: 'trade',
    createdAt: noon,
  } as const
  const wanted = { quantity: '56.78', minReceive: '56.78', worst: '0.5', fills: [] }
  await page.route(callTo('/api/trade/records'), (route) => route.fulfill(answered('/api/trade/records', { list: [{ ...sale, ...wanted }], ...end })))
  const made = {
    exchangeNo: 'ANEXCHANGE',
    pay: 'USDT',
    payAmount: '56.78',
    receive: 'ETH',
    receiveAmount: '56.78',
    fee: '56.78',
    feeCurrency: 'USDT',
    createdAt: noon,
  } as const
  const rate = { rate: '3000', rateBase: 'ETH', rateQuote: 'USDT', source: 'pair', saleNo: null } as const
  await page.route(callTo('/api/userAccount/exchangeRecord'), (route) =>
    route.fulfill(answered('/api/userAccount/exchangeRecord', { list: [{ ...made, ...rate }], ...end })),
  )
  for (const path of ['/trade', '/finance']) {
    await visit(page, path)
    await page.getByText('••••').last().waitFor()
    await expect(page.getByText('56.78')).toHaveCount(0)
  }
  // What somebody staked and won is as much their own.
  const game = await mockOf(page)
  game.begin({ at: 30, state: 'open', rounds: 3 })
  await visit(page, '/trade?tab=box&view=record')
  await page.getByText('•••• GP').last().waitFor()
  await expect(page.getByText(/\d\sGP/)).toHaveCount(0)
})

test('a movement that an address names is looked for in the whole list, and one that is not there is said so', async ({ person: { page, call, fund } }) => {
  await fund('40')
  await fund('60')
  const { list } = await call('/api/userAccount/balanceDetail')
  await page.route('**/api/userAccount/balanceDetail*', (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('size', '1')
    return route.continue({ url: url.href })
  })
  await visit(page, `/transaction?movement=${list.at(-1)!.id}`)
  await page.getByRole('dialog').getByText('Journal entry').waitFor()
  await visit(page, '/transaction?movement=0')
  await page.getByRole('dialog').getByText('This movement was not found.').waitFor()
})

test('a search without a hit says how far it has looked, and looks further where that is asked for', async ({ person: { page, call, fund } }) => {
  await fund('40')
  const { list, ...rest } = await call('/api/userAccount/balanceDetail')
  await page.route(callTo('/api/userAccount/balanceDetail'), (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0)
    const rows = Array.from({ length: 100 }, (_, row) => ({ ...list[0]!, id: String(from + row), txNo: `number ${from + row}` }))
    return route.fulfill(answered('/api/userAccount/balanceDetail', { ...rest, list: rows, nextCursor: String(from + 100), hasMore: from < 600 }))
  })
  await page.goto('/#/transaction')
  const field = page.getByRole('searchbox', { name: 'Search activity' })
  await field.fill('nothing of the kind')
  const found = page.getByRole('status').filter({ hasText: 'lines were looked through' })
  await expect(found).toContainText('Nothing found so farThe newest 300 lines')
  await found.getByRole('button', { name: 'Look further' }).click()
  await expect(found).toContainText('The newest 600 lines')
  await field.fill('number 500')
  await expect(found).toContainText('This was found so far')
  await field.fill('nothing of the kind')
  await found.getByRole('button', { name: 'Look further' }).click()
  await page.getByText('No line has these words.').waitFor()
  await expect(found).toHaveCount(0)
})
