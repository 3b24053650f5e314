import type { OpenPhone } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { listen, signOut, streamOpened } from './journey.ts'
import { toastsOf } from './toasts.ts'

/** The app asks by the clock this often where nobody tells it. */
const untoldSeconds = 30

test('an app that is told asks for nothing by the clock', async ({ person: { page } }) => {
  const asked: string[] = []
  await page.clock.install()
  await listen(page)
  page.on('request', (request) => request.url().includes('/api/') && asked.push(new URL(request.url()).pathname))
  // Not so long that the line, whose heart beats by the real clock, would be taken for dead.
  await page.clock.runFor((untoldSeconds + 2) * 1_000)
  // What no event tells of: how the platform stands, the wallet's own figures, and once a day the count of the day that ended.
  expect(asked.filter((path) => !['/api/open/app', '/api/miner/minerStatistics', '/api/open/snapshots'].includes(path))).toEqual([])
})

test('what happens while the line is gone is told once it is back, and only once', async ({ person }) => {
  const { page, context } = person
  const told = async (amount: string) => (await toastsOf(page)).filter((toast) => toast.includes(`: +${amount} USDT`))
  await listen(page)
  await context.setOffline(true)
  // What was given lies in the balance, of which the phone has not heard.
  await person.fund('3')
  expect(await told('3')).toEqual([])
  const opened = streamOpened(page)
  await context.setOffline(false)
  await opened
  await expect.poll(() => told('3')).toHaveLength(1)
  // What comes later is told later: by now nothing of before is left to tell.
  await person.fund('4')
  await expect.poll(() => told('4')).toHaveLength(1)
  expect(await told('3')).toHaveLength(1)
})

test('what is read on one device is unread on no other one', async ({ person }) => {
  const other = await person.on()
  for (const { page } of [person, other]) await listen(page)
  await person.fund('5')
  const unread = ({ page }: OpenPhone) => page.getByRole('link', { name: 'Notices, 1 unread' })
  for (const phone of [person, other]) await unread(phone).waitFor()
  await person.call('/api/user/readNotice', { all: true })
  for (const phone of [person, other]) await expect(unread(phone)).toHaveCount(0)
})

test('who ends the session ends the stream', async ({ person: { page } }) => {
  await page.clock.install()
  await listen(page)
  await signOut(page)
  let asked = 0
  page.on('request', (request) => void (request.url().includes('/api/user/events') && (asked += 1)))
  await page.clock.runFor(60_000)
  expect(asked).toBe(0)
})
