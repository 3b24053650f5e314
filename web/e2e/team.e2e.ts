import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptBy, languages, openBrowser, openPhone, takePicture, type KeptState } from './browser.ts'
import type { Data } from '../kit/src/api/contract.ts'
import { axeFlaws, findFlaws, recordShifts, settle } from './inspect.ts'
import { apiCall, balance, comeBack, day } from './journey.ts'
import { Operator } from './operators.ts'
import { signInWith, TestWallet } from './testWallet.ts'
import { textOf } from './texts.ts'
import { startWorld, type World } from './world.ts'

let world: World
let browser: Browser

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
})

afterAll(async () => {
  await browser?.close()
  // Also replays the journal and checks every invariant.
  await world?.stop()
})

/** ETLD_PICTURES=1 leaves a picture of every screen in e2e/artifacts, for people to look at. */
const wantsPictures = process.env['ETLD_PICTURES'] === '1'

const looks = languages.flatMap((language) => (['dark', 'light'] as const).map((theme) => [language, theme] as const))

interface Member {
  page: Page
  wallet: TestWallet
  faults: string[]
  code: string
  userId: string
  masked: string
  kept: KeptState
}

/** Somebody with a phone and a wallet of their own, who came by this path. */
async function join(path = '/'): Promise<Member> {
  const { context, page, faults } = await openPhone(browser)
  const wallet = new TestWallet(world)
  await wallet.install(context)
  // What the device can share is noted instead of shown.
  await context.addInitScript(() => {
    const shared: unknown[] = []
    Object.assign(window, { shared })
    Object.assign(navigator, {
      canShare: () => true,
      share: (what: ShareData) =>
        Promise.resolve(shared.push({ url: what.url, files: what.files?.map(({ name, type, size }) => ({ name, type, isFull: size > 10_000 })) })),
    })
  })
  await signInWith(page, world, path)
  const { id: userId, userName, referralCode } = (await apiCall(page, '/api/user/getUserInfo')) as { id: string; userName: string; referralCode: string }
  return { page, wallet, faults, code: referralCode, userId, masked: `${userName.slice(0, 6)}******${userName.slice(-6)}`, kept: await keptBy(context) }
}

/** Tops up, buys a machine from the balance and starts it at once. */
async function buy(member: Member, product: string): Promise<void> {
  await member.wallet.topUp('2000')
  await expect.poll(async () => (await balance(member.page, 'USDT')).available, { timeout: 60_000, interval: 500 }).toBe('2000')
  await order(member, product)
}

/** Buys one from what is there. */
async function order({ page }: Member, product: string): Promise<void> {
  await page.goto(`${world.url}/?visit=${visits++}#/goods?id=${product}`)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Review the order' }).click()
  await page.getByRole('button', { name: /^Pay .* from balance$/ }).click()
  await page.getByText('Purchase successful').first().waitFor()
}

let visits = 0

/** Opens a screen as a cold start: another query before the # makes the browser load the page anew. */
async function open({ page }: Pick<Member, 'page'>, path: string): Promise<void> {
  await page.goto(`${world.url}/?visit=${visits++}#${path}`)
  await settle(page)
}

async function shared(page: Page): Promise<unknown> {
  return page.evaluate(() => (window as unknown as { shared: unknown[] }).shared.at(-1))
}

// The tests below are three generations of one family, in order.

let first: Member
let second: Member
let third: Member

test('somebody without friends reads how to invite them', async () => {
  first = await join()
  await open(first, '/share')
  await first.page.getByText('Nobody has joined by your link yet').waitFor()
  await first.page.getByText(`${world.url}/#/?pusername=${first.code}`).waitFor()
  expect(await first.page.locator('main').innerText()).not.toContain(first.wallet.account.address.slice(2, 10))
})

test('the link is shared by the device, and copied where it cannot', async () => {
  const { page } = first
  const link = `${world.url}/#/?pusername=${first.code}`
  await page.getByRole('button', { name: 'Share the link' }).click()
  await expect.poll(() => shared(page)).toEqual({ url: link })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => Object.assign(navigator, { share: () => Promise.reject(new DOMException('', 'NotAllowedError')) }))
  await page.getByRole('button', { name: 'Share the link' }).click()
  await page.getByText('Copied successfully').first().waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
})

test('a picture with the code is shared or saved', async () => {
  const { page } = first
  await open(first, '/share')
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

test('friends come by the link on any page, before or after the #', async () => {
  second = await join(`/trade?pusername=${first.code}`)
  third = await join(`?pusername=${second.code}#/news`)
  await buy(second, 'machineMedium')
  await open(first, '/share')
  const { page } = first
  await page.getByText(second.masked).waitFor()
  // 1.5 % of the medium machine's 1,000 USDT, and what the friend contributes.
  await page.getByText('15.00 USDT').first().waitFor()
  await page.getByText('1,000.00 USDT').first().waitFor()
  expect(await page.locator('main').innerText()).not.toContain(third.masked)
  await open(second, '/share')
  await second.page.getByText(first.masked).waitFor()
  await second.page.getByText(third.masked).waitFor()
})

test('an unknown page keeps the referrer on its way to the first one', async () => {
  const fourth = await join(`/nowhere?pusername=${third.code}`)
  await open(fourth, '/share')
  await fourth.page.getByText(third.masked).waitFor()
  await fourth.page.context().close()
})

test('the team shows its performance, by depth, and the reward with whose machine brought it', async () => {
  const { page } = first
  await open(first, '/team')
  await page.getByText('0.00 USDT of 5,000.00 USDT').waitFor()
  await page.getByText('100.00 USDT more in running machines of your own').waitFor()
  await page.getByText('1,000.00 USDT').first().waitFor()
  await page.getByRole('radio', { name: 'Rewards' }).check()
  await page.getByText(second.masked).waitFor()
  await page.getByText('+15.00 USDT').waitFor()
  const chart = page.getByRole('slider', { name: 'Rewards of the last 30 days, by day' })
  expect(await chart.getAttribute('aria-valuetext')).toMatch(/: 15\.00\s?USDT$/)
  await chart.press('ArrowLeft')
  expect(await chart.getAttribute('aria-valuetext')).toMatch(/: 0\.00\s?USDT$/)
  await page.getByRole('radio', { name: 'Acceleration' }).check()
  await page.getByText('No reward of this type yet').waitFor()
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
  // A reload keeps the part and the depth.
  await page.reload()
  await page.getByText('Nobody here yet').waitFor()
})

test('levels are worked out at night, and what one friend counts for at most is said', async () => {
  await buy(third, 'machineMedium')
  await world.advance(day)
  const { page } = first
  await comeBack(page, world, '/team')
  await page.getByText('2,000.00 USDT of 5,000.00 USDT').waitFor()
  await page.getByText('counts for at most 3,000.00 USDT').waitFor()
  first.kept = await keptBy(page.context())
})

test('rewards under a risk flag are set aside, and one that is refused says why', async () => {
  const [risk, checker] = [await Operator.signIn(world, 'risk'), await Operator.signIn(world, 'finance_checker')]
  // One person flags; it takes two to refuse what is due.
  await risk.propose('users/flag', { userId: first.userId })
  await comeBack(second.page, world, '/mine')
  for (const kept of [false, true]) {
    await order(second, 'machineSmall')
    const { list } = (await risk.call('rewards/delayed')) as { list: { rewardId: string; amount: string }[] }
    expect(list).toMatchObject([{ amount: '1.5' }])
    if (!kept)
      await checker.approve(
        await risk.propose('rewards/refuse', { rewardId: list[0]!.rewardId, cause: 'linked_accounts' }, 'both accounts were funded by one wallet'),
      )
  }
  const { page } = first
  await open(first, '/team?tab=rewards')
  await page.getByText('Refused', { exact: true }).waitFor()
  await page.getByText('Not paid: the accounts belong together.').waitFor()
  await page.getByText('both accounts were funded by one wallet', { exact: true }).waitFor()
  await page.getByText('Delayed', { exact: true }).waitFor()
  await page.getByText('Under review; paid at the latest').waitFor()
  await page.getByText('Set aside for a review').waitFor()
  await open(first, '/share')
  await page.getByText('Besides, 1.50 USDT is set aside for a review').waitFor()
  expect(await balance(page, 'USDT')).toMatchObject({ available: '15' })
})

test('without a network the team stays readable, and what was not read yet can be asked for again', async () => {
  const { page } = first
  await open(first, '/team')
  await page.context().setOffline(true)
  await page.getByRole('radio', { name: 'Friends' }).check()
  await page.getByText('You are offline').first().waitFor()
  await page.getByRole('radio', { name: 'Level' }).check()
  await page.getByText('2,000.00 USDT of 5,000.00 USDT').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('radio', { name: 'Friends' }).check()
  await page.getByText(second.masked).waitFor()
  first.faults.splice(0)
})

type Team = Data<'/api/team/summary'>
type Levels = Data<'/api/node/all'>

/** States that a new world does not come to by itself: a referrer at his cap, a level from a node, a year of statements. */
async function pretend(page: Page): Promise<void> {
  await page.route('**/api/team/summary*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: Team }
    const { data } = answer
    Object.assign(data, { level: 3, levelEarned: 1, levelGift: 3, referralCap: { ...data.referralCap, rest: '0' } })
    await route.fulfill({ response, json: answer })
  })
  await page.route('**/api/node/all*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: Levels }
    for (const [place, level] of answer.data.list.entries()) {
      level.lastDividends = Array.from({ length: 12 }, (_, index) => ({
        month: `2026-${String(12 - index).padStart(2, '0')}`,
        pool: String((index + 1) * (place + 2) * 113.25),
        full: '0.4',
      }))
    }
    await route.fulfill({ response, json: answer })
  })
}

/** Each language and each theme; for pictures every pair of them. */
const fewLooks = wantsPictures ? looks : looks.filter((_, place) => [0, 3, 4].includes(place))

test.each(fewLooks)('a cap that is reached, a level from a node and a year of statements look right in %s, %s', async (language, theme) => {
  const { page, faults, context } = await openPhone(browser, { language, theme, kept: first.kept })
  await first.wallet.install(context)
  await page.addInitScript(recordShifts)
  await pretend(page)
  const flaws: Record<string, string[]> = {}
  for (const path of ['/share', '/team', '/team?tab=rewards', '/dividendPool']) {
    await open({ page }, path)
    const found = [...(await findFlaws(page, language)), ...(await axeFlaws(page)), ...faults.splice(0)]
    if (found.length > 0) flaws[path] = found
    if (wantsPictures) await takePicture(page, `team-pretended-${language}-${theme}-${path.slice(1).replace(/[?=&]/g, '-')}`)
  }
  await context.close()
  expect(flaws).toEqual({})
})

test.each(fewLooks)('a server that refuses to tell is said so, with a way to ask again, in %s, %s', async (language, theme) => {
  const { page, context } = await openPhone(browser, { language, theme, kept: first.kept })
  await first.wallet.install(context)
  await page.addInitScript(recordShifts)
  for (const calls of ['**/api/team/**', '**/api/node/**'])
    await page.route(calls, (route) => route.fulfill({ json: { code: 1008, message: '—', data: null } }))
  const flaws: Record<string, string[]> = {}
  for (const path of ['/share', '/team', '/chain', '/chainDetails?id=nodeDiamond', '/dividendPool']) {
    await open({ page }, path)
    await page
      .getByRole('button', { name: textOf(language, 'common', 'retry') })
      .first()
      .waitFor()
    // What failed is smaller than what was expected; that it moves then is no flaw.
    const found = [...(await findFlaws(page, language)).filter((flaw) => !flaw.startsWith('layout shifts')), ...(await axeFlaws(page))]
    if (found.length > 0) flaws[path] = found
    if (wantsPictures) await takePicture(page, `team-refused-${language}-${theme}-${path.slice(1).replace(/[?=&]/g, '-')}`)
  }
  await context.close()
  expect(flaws).toEqual({})
})

const screens = ['/share', '/team', '/team?tab=rewards', '/team?tab=rewards&type=level_rewards', '/team?tab=friends']

test.each(looks)('the screens are sound in %s, %s', async (language, theme) => {
  const flaws: Record<string, string[]> = {}
  for (const width of [390, 320]) {
    const { page, faults, context } = await openPhone(browser, { language, theme, width, kept: first.kept })
    await first.wallet.install(context)
    await page.addInitScript(recordShifts)
    for (const path of screens) {
      await open({ page }, path)
      const found = [...(await findFlaws(page, language)), ...(await axeFlaws(page)), ...faults.splice(0)]
      if (found.length > 0) flaws[`${path} ${width}`] = found
      if (wantsPictures) await takePicture(page, `team-${language}-${theme}-${width}-${path.slice(1).replace(/[?=&]/g, '-')}`)
    }
    await open({ page }, '/share?sheet=picture')
    await page.getByRole('dialog').waitFor()
    await settle(page)
    const found = [...(await findFlaws(page, language)), ...(await axeFlaws(page)), ...faults.splice(0)]
    if (found.length > 0) flaws[`picture ${width}`] = found
    if (wantsPictures) await takePicture(page, `team-${language}-${theme}-${width}-picture`, false)
    await context.close()
  }
  expect(flaws).toEqual({})
})
