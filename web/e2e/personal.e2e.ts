import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPhone, takePicture } from './browser.ts'
import { axeFlaws, settle } from './inspect.ts'
import { apiCall, answerTo, signIn } from './journey.ts'
import { textOf } from './texts.ts'
import { startWorld, type World } from './world.ts'

let world: World
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  ;({ context, page } = await openPhone(browser, { language: 'en' }))
  await signIn(page, world, '/mine')
  await apiCall(page, '/api/address/add', { name: '林小姐', phone: '+886 912 345 678', detail: '臺北市信義區市府路 1 號' })
  await apiCall(page, '/api/user/updateProfile', { nickName: 'Quiet Ann' })
})

afterAll(async () => {
  await context?.close()
  await browser?.close()
  await world?.stop()
})

const word = (key: string) => textOf('en', 'personal', key)

// The tests below are one person's way, in order.

test('everything that is held about a person is saved as a file, addresses in clear', async () => {
  await page.getByRole('link', { name: word('title') }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: word('export.action') }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^etld-data-\d{4}-\d\d-\d\d\.json$/)
  const data = JSON.parse(await readFile(await file.path(), 'utf8')) as {
    parts: { profile: { nickName: string }; addresses: { detail: string }[]; sessions: unknown[] }
  }
  expect(data.parts).toMatchObject({ profile: { nickName: 'Quiet Ann' }, addresses: [{ detail: '臺北市信義區市府路 1 號' }], sessions: [{ current: true }] })
  await page.getByText(word('export.made')).waitFor()
  await settle(page)
  expect(await axeFlaws(page)).toEqual([])
  if (process.env['ETLD_PICTURES'] === '1') await takePicture(page, 'personal', false)
})

test('what may be erased is erased once the wallet signed; the account stays', async () => {
  const before = (await apiCall(page, '/api/user/getUserInfo')) as { id: string }
  await page.getByRole('button', { name: word('erase.action') }).click()
  const sheet = page.getByRole('dialog', { name: word('sheet.title') })
  for (const key of ['goes.addresses', 'goes.orders', 'goes.devices', 'stays.books', 'stays.wallet', 'sheet.final']) await sheet.getByText(word(key)).waitFor()
  await settle(page)
  expect(await axeFlaws(page)).toEqual([])
  if (process.env['ETLD_PICTURES'] === '1') await takePicture(page, 'personal-erase', false)
  const token = await page.evaluate(() => localStorage.getItem('etld.session'))
  await sheet.getByRole('button', { name: word('sheet.action') }).click()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
  // The session that asked for it is over for the server as well.
  await page.evaluate((kept) => localStorage.setItem('etld.session', kept ?? ''), token)
  expect((await answerTo(page, '/api/user/getUserInfo')).code).toBe(1001)
  await page.evaluate(() => localStorage.removeItem('etld.session'))
  await page.goto(`${world.url}/#/mine?view=data`)
  await page.reload()
  // The demo wallet was allowed before, and signs in again by itself.
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.waitForFunction(() => !!localStorage.getItem('etld.session'))
  expect(await apiCall(page, '/api/user/getUserInfo')).toMatchObject({ id: before.id, nickName: expect.stringMatching(/^0x.{4}\*{6}/) as string })
  expect(await apiCall(page, '/api/address/list')).toMatchObject({ list: [] })
  expect(await apiCall(page, '/api/user/notices')).toMatchObject({
    list: expect.arrayContaining([expect.objectContaining({ kind: 'personal_data_erased' })]) as unknown,
  })
  await page.getByText(word('erase.last')).waitFor()
})
