import { buyMachines, comeBy } from './family.ts'
import { expect, test, type Page } from './fixtures.ts'
import { listen } from './journey.ts'
import { toastsOf } from './toasts.ts'

/** An open app is told within this time, by what the server says of when it happened. */
const toldWithinMs = 2_000

async function unread(page: Page): Promise<number> {
  const bell = page.getByRole('link', { name: /Notices|notices/ }).first()
  return Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0] ?? 0)
}

const told = async (page: Page, words: string) => (await toastsOf(page)).filter((toast) => toast.includes(words))

test('a deposit arrives in an open app within two seconds, and the bell counts it', async ({ person: { page, call, fund, balance } }) => {
  await listen(page)
  const before = await unread(page)
  await fund('12.5')
  await expect.poll(() => told(page, 'Top-up received: +12.5 USDT'), { intervals: [50] }).toHaveLength(1)
  const { serverTime } = await call('/api/open/app')
  const notice = (await call('/api/user/notices')).list.find(({ kind }) => kind === 'top_up_credited')
  expect(Date.parse(serverTime) - Date.parse(notice!.createdAt)).toBeLessThan(toldWithinMs)
  await expect.poll(() => unread(page), { timeout: toldWithinMs, intervals: [50] }).toBe(before + 1)
  expect(await balance('USDT')).toMatchObject({ available: '12.5' })
})

test('a reward arrives within two seconds at whoever invited', async ({ person: { page, call }, world, openPhone }) => {
  await listen(page)
  const { referralCode } = await call('/api/user/getUserInfo')
  const friend = await comeBy(world, openPhone, `?pusername=${referralCode}#/mine`)
  await friend.fund('200')
  await buyMachines(friend, 'machineSmall')
  await expect.poll(() => told(page, 'Referral reward: +1.5 USDT'), { timeout: toldWithinMs, intervals: [50] }).toHaveLength(1)
})
