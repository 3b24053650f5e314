import { readFile } from 'node:fs/promises'
import { expect, test as base } from './fixtures.ts'
import { axeFlaws, settle } from './inspect.ts'
import { answerTo } from './journey.ts'
import type { Person } from './person.ts'
import { chooseTestWallet } from './testWallet.ts'
import { textOf } from './texts.ts'

const word = (key: string) => textOf('en', 'personal', key)

/** Somebody of whom a name and an address are held. */
const test = base.extend<{ ann: Person }>({
  ann: async ({ person }, use) => {
    await person.call('/api/address/add', { name: '林小姐', phone: '+886 912 345 678', detail: '臺北市信義區市府路 1 號' })
    await person.call('/api/user/updateProfile', { nickName: 'Quiet Ann' })
    await person.page.goto('/#/mine')
    await person.page.getByRole('link', { name: word('title') }).click()
    await use(person)
  },
})

test('everything that is held about a person is saved as a file, addresses in clear', async ({ ann: { page } }) => {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: word('export.action') }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^etld-data-\d{4}-\d\d-\d\d\.json$/)
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
    parts: { profile: { nickName: 'Quiet Ann' }, addresses: [{ detail: '臺北市信義區市府路 1 號' }], sessions: [{ current: true }] },
  })
  await page.getByText(word('export.made')).waitFor()
  await settle(page)
  expect(await axeFlaws(page)).toEqual([])
})

test('what may be erased is erased once the wallet signed; the account stays', async ({ ann: { page, call } }) => {
  const before = await call('/api/user/getUserInfo')
  await page.getByRole('button', { name: word('erase.action') }).click()
  const sheet = page.getByRole('dialog', { name: word('sheet.title') })
  for (const key of ['goes.addresses', 'goes.orders', 'goes.devices', 'stays.books', 'stays.wallet', 'sheet.final'])
    await expect(sheet.getByText(word(key))).toBeVisible()
  const session = await page.evaluate(() => localStorage.getItem('etld.session'))
  await sheet.getByRole('button', { name: word('sheet.action') }).click()
  await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
  // The session that asked for it is over for the server as well.
  await page.evaluate((kept) => localStorage.setItem('etld.session', kept ?? ''), session)
  expect((await answerTo(page, '/api/user/getUserInfo')).code).toBe(1001)
  await page.evaluate(() => localStorage.removeItem('etld.session'))
  await page.goto('/?again#/mine?view=data')
  await chooseTestWallet(page)
  await page.getByText(word('erase.last')).waitFor()
  expect(await call('/api/user/getUserInfo')).toMatchObject({ id: before.id, nickName: expect.stringMatching(/^0x.{4}\*{6}/) as unknown })
  expect(await call('/api/address/list')).toMatchObject({ list: [] })
  expect(await call('/api/user/notices')).toMatchObject({
    list: expect.arrayContaining([expect.objectContaining({ kind: 'personal_data_erased' })]) as unknown,
  })
})

const year = (key: string) => textOf('en', 'personal', `year.${key}`)

test('a year is made on the device, and taken along as a table', async ({ ann: { page, fund, call } }) => {
  await fund('300')
  const { quoteId } = await call('/api/userAccount/exchangeQuote', { pay: 'USDT', receive: 'ETLD', payAmount: '100' })
  await call('/api/userAccount/qExchange', { quoteId, requestId: 'a-swap-of-anns-year' })
  await page.getByRole('link', { name: word('year.action') }).click()
  await page.getByRole('button', { name: year('make') }).click()
  await expect(page.getByText(year('fees'))).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: year('save') }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^etld-\d{4}\.csv$/)
  const [columns, ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  const { list } = await call('/api/userAccount/balanceDetail')
  expect(columns).toContain(year('csv.worth'))
  expect(lines).toHaveLength(list.length)
  // Every line names its entry of the journal, the oldest first.
  expect(lines.map((line) => list.findIndex(({ txNo, amount }) => line.includes(txNo) && line.includes(amount)))).not.toContain(-1)
})
