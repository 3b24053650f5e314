import { expect, test } from './fixtures.ts'
import { axeFlaws, settle } from './inspect.ts'
import { callTo, changeAnswer } from './mocks.ts'
import { textOf } from './texts.ts'
import { toastsOf } from './toasts.ts'

const word = (key: string) => textOf('en', 'notice', `alerts.${key}`)

test('somebody is told of what the bids bring, sees what is waited for, and ends it', async ({ person: { page, call } }) => {
  await page.goto('/#/trade')
  await page.getByRole('button', { name: textOf('en', 'trade', 'alerts') }).click()
  const sheet = page.getByRole('dialog', { name: word('title') })
  const [quantity, target, set] = [
    sheet.getByLabel(word('quantity')),
    sheet.getByLabel(word('target')),
    sheet.getByRole('button', { name: word('set'), exact: true }),
  ]
  await expect(set).toBeDisabled()

  // What the bids bring already is no alert: it is refused with what they bring, and what was typed stays.
  await quantity.fill('100')
  await target.fill('0.01')
  await set.click()
  await expect.poll(async () => (await toastsOf(page)).some((toast) => /\d USDT/.test(toast))).toBe(true)
  await expect(target).toHaveValue('0.01')
  expect((await call('/api/trade/alerts')).list).toEqual([])

  await target.fill('90000')
  await set.click()
  await expect(sheet.getByText('100.00 ETLD for 90,000.00 USDT or more')).toBeVisible()
  await expect(sheet.getByText(/^Waits until /)).toBeVisible()
  await expect(target).toHaveValue('')
  await settle(page)
  expect(await axeFlaws(page)).toEqual([])

  await sheet.getByRole('button', { name: 'End: 100.00 ETLD for 90,000.00 USDT or more' }).click()
  await expect(sheet.getByText(/^Ended by you at /)).toBeVisible()
  expect((await call('/api/trade/alerts')).list).toMatchObject([{ quantity: '100', target: '90000', state: 'ended' }])
})

test('one whose answer was lost is said to be in doubt, and is seen where it was made', async ({ person: { page } }) => {
  await page.goto('/#/trade')
  await page.getByRole('button', { name: textOf('en', 'trade', 'alerts') }).click()
  const sheet = page.getByRole('dialog', { name: word('title') })
  await page.route(callTo('/api/trade/setAlert'), async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await sheet.getByLabel(word('quantity')).fill('100')
  await sheet.getByLabel(word('target')).fill('90000')
  await sheet.getByRole('button', { name: word('set'), exact: true }).click()
  await sheet.getByText(textOf('en', 'common', 'unanswered')).waitFor()
  await expect(sheet.getByText('100.00 ETLD for 90,000.00 USDT or more')).toBeVisible()
})

test('the link of a reached alert leads to the form with its quantity', async ({ person: { page, fund } }) => {
  await fund('150', 'ETLD')
  await changeAnswer(page, '/api/user/notices', (inbox) => ({
    ...inbox,
    list: [
      {
        id: 'ANOTICE',
        kind: 'alert_reached',
        title: 'Your price is there',
        text: 'The bids would bring it now.',
        link: '/trade?quantity=100',
        read: true,
        createdAt: '2026-11-20T04:00:00Z',
      },
    ],
  }))
  await page.goto('/#/mine?view=notices')
  await page.getByRole('link', { name: /Your price is there/ }).click()
  const entry = page.getByLabel(textOf('en', 'trade', 'quantity'), { exact: true })
  await expect(entry).toHaveValue('100')
  // What the address named was entered once: what is edited after it stays.
  await entry.fill('120')
  await page.reload()
  await expect(entry).toHaveValue('120')
})
