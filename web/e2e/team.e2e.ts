import { buyMachines, comeBy } from './family.ts'
import { expect, test, type Page } from './fixtures.ts'
import { visit } from './looks.ts'
import { changeAnswer } from './mocks.ts'
import type { Person } from './person.ts'

/** Runs in the page: what the device can share is noted instead of shown. */
function noteShares(): void {
  const shared: unknown[] = []
  Object.assign(window, { shared })
  Object.assign(navigator, {
    canShare: () => true,
    share: (what: ShareData) =>
      Promise.resolve(shared.push({ url: what.url, files: what.files?.map(({ name, type, size }) => ({ name, type, isFull: size > 10_000 })) })),
  })
}

function shared(page: Page): Promise<unknown> {
  return page.evaluate(() => (window as unknown as { shared: unknown[] }).shared.at(-1))
}

/** Stands on the page that invites; gives the person's link. */
async function openShare({ page, call }: Person, url: string): Promise<string> {
  await page.addInitScript(noteShares)
  const { referralCode } = await call('/api/user/getUserInfo')
  await visit(page, '/share')
  return `${url}/#/?pusername=${referralCode}`
}

test('somebody without friends reads how to invite them', async ({ person, world }) => {
  const { page } = person
  const link = await openShare(person, world.url)
  await page.getByText('Nobody has joined by your link yet').waitFor()
  await page.getByText(link).waitFor()
  await expect(page.locator('main')).not.toContainText(person.address.slice(2, 10))
})

test('the link is shared by the device, and copied where it cannot', async ({ person, world }) => {
  const { page } = person
  const link = await openShare(person, world.url)
  await page.getByRole('button', { name: 'Share the link' }).click()
  await expect.poll(() => shared(page)).toEqual({ url: link })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => Object.assign(navigator, { share: () => Promise.reject(new DOMException('', 'NotAllowedError')) }))
  await page.getByRole('button', { name: 'Share the link' }).click()
  await page.getByText('Copied successfully').first().waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
})

test('a picture with the code is shared or saved', async ({ person, world }) => {
  const { page } = person
  await openShare(person, world.url)
  await page.getByRole('button', { name: 'Picture with QR code' }).click()
  await page.getByRole('button', { name: 'Share the picture' }).click()
  await expect.poll(() => shared(page)).toEqual({ files: [{ name: 'etld-invitation.png', type: 'image/png', isFull: true }] })
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the picture' }).click()
  expect((await saved).suggestedFilename()).toBe('etld-invitation.png')
  // "Back" closes the sheet and stays on the screen.
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(page.url()).toContain('#/share')
})

test('an unknown page keeps the referrer on its way to the first one', async ({ world, openPhone }) => {
  const first = await comeBy(world, openPhone)
  const { page } = await comeBy(world, openPhone, `/nowhere?pusername=${first.code}`)
  await visit(page, '/share')
  await page.getByText(first.masked).waitFor()
})

test('friends come by the link on any page, before or after the #; the team shows what they bring, by depth', async ({ world, openPhone }) => {
  const first = await comeBy(world, openPhone)
  const second = await comeBy(world, openPhone, `/trade?pusername=${first.code}`)
  const third = await comeBy(world, openPhone, `?pusername=${second.code}#/news`)
  await second.fund('2000')
  await buyMachines(second, 'machineMedium')
  // The sums of those above follow a purchase within moments, and a page that is open asks for them once a minute.
  await expect.poll(async () => (await first.call('/api/team/friends', { depth: 1 })).list.map(({ performance }) => Number(performance))).toEqual([1_000])
  const { page } = first

  await test.step('who invites sees their friends, and these see who invited them', async () => {
    await visit(page, '/share')
    await page.getByText(second.masked).waitFor()
    // 1.5 % of the medium machine's 1,000 USDT, and what the friend contributes.
    await page.getByText('15.00 USDT').first().waitFor()
    await page.getByText('1,000.00 USDT').first().waitFor()
    await expect(page.locator('main')).not.toContainText(third.masked)
    await visit(second.page, '/share')
    await second.page.getByText(first.masked).waitFor()
    await second.page.getByText(third.masked).waitFor()
  })

  await test.step('the reward stands with whose machine brought it', async () => {
    await visit(page, '/team')
    await page.getByText('0.00 USDT of 5,000.00 USDT').waitFor()
    await page.getByText('100.00 USDT more in running machines of your own').waitFor()
    await page.getByText('1,000.00 USDT').first().waitFor()
    await page.getByRole('radio', { name: 'Rewards' }).check()
    await page.getByText(second.masked).waitFor()
    await page.getByText('+15.00 USDT').waitFor()
    const chart = page.getByRole('slider', { name: 'Rewards of the last 30 days, by day' })
    await expect(chart).toHaveAttribute('aria-valuetext', /: 15\.00\s?USDT$/)
    await chart.press('ArrowLeft')
    await expect(chart).toHaveAttribute('aria-valuetext', /: 0\.00\s?USDT$/)
    await page.getByRole('radio', { name: 'Acceleration' }).check()
    await page.getByText('No reward of this type yet').waitFor()
  })

  await test.step('friends stand by depth, and a reload keeps it', async () => {
    await page.getByRole('radio', { name: 'Friends' }).check()
    await page.getByText(second.masked).waitFor()
    await page.getByRole('radio', { name: '2', exact: true }).check()
    await page.getByText(third.masked).waitFor()
    // A press shows at once, before the address and the list have followed.
    const isShown = await page.getByRole('radio', { name: '5', exact: true }).evaluate((radio: HTMLInputElement) => {
      radio.click()
      return radio.checked
    })
    expect(isShown).toBe(true)
    await page.getByText('Nobody here yet').waitFor()
    await page.reload()
    await page.getByText('Nobody here yet').waitFor()
  })

  await test.step('whom the last generation invited is nobody of the team: nothing is said of them', async () => {
    const friend = {
      id: 'a',
      userName: '0x1234******abcdef',
      joinedAt: '2026-01-01T00:00:00Z',
      level: 0,
      platform: false,
      performance: '100',
      below: '0',
      friends: 0,
    }
    const inviting = { ...friend, id: 'b', userName: '0x5678******fedcba', friends: 2 }
    await changeAnswer(page, '/api/team/friends', (friends) => ({ ...friends, list: [friend, inviting] }))
    await page.reload()
    await page.getByText(friend.userName).waitFor()
    await expect(page.getByText('Below:')).toHaveCount(0)
    await page.getByRole('radio', { name: '4', exact: true }).check()
    // Nor is anything said below a friend who invited nobody.
    await expect(page.getByText('Below:')).toHaveCount(1)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})
