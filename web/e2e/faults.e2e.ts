import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test, type Page } from './fixtures.ts'
import { sessionOf, signOut } from './journey.ts'
import { hold, isFirst, refused, requestsOf } from './mocks.ts'
import type { Person } from './person.ts'
import { chooseTestWallet } from './testWallet.ts'
import { otherToastsOf, toasted } from './toasts.ts'

const purchase = '**/api/miner/purchaseMiner*'

async function review({ page, fund }: Person): Promise<void> {
  await fund('1000')
  await page.goto('/#/goods?id=machineSmall')
  await page.getByRole('button', { name: 'Review the order' }).click()
}

const pay = (page: Page) => page.getByRole('button', { name: /^Pay .* from balance$/ })
const noAnswer = (page: Page) => page.getByText('nothing is done twice')
/** Pays, and no answer comes. */
async function payInVain(page: Page): Promise<void> {
  await pay(page).click()
  await noAnswer(page).waitFor()
}

const bought = (page: Page) => toasted(page, 'Purchase successful')

/** Holds what the person has against a number of small machines bought. */
async function expectMachines({ call, balance }: Person, count: number): Promise<void> {
  expect((await call('/api/miner/findMyList')).list).toHaveLength(count)
  expect(await balance('USDT')).toMatchObject({ available: String(1000 - count * 105), escrow: String(count * 105) })
}

test('a refusal toasts the message of its body, once', async ({ person }) => {
  const { page } = person
  await review(person)
  const message = 'Word for word: nothing is left'
  await page.route(purchase, (route) => route.fulfill(refused(1502, message)))
  await pay(page).click()
  await toasted(page, message)
  await expect(pay(page)).toBeEnabled()
  expect(await otherToastsOf(page)).toEqual([message])
  await expectMachines(person, 0)
})

test('a purchase that is pressed without a line is not made later', async ({ person }) => {
  const { page } = person
  await review(person)
  const sent = await requestsOf(page, purchase, () => false)
  await pay(page).waitFor()
  await page.context().setOffline(true)
  await pay(page).click()
  await toasted(page, 'You are offline, so nothing was sent. Press again once you are online')
  await page.context().setOffline(false)
  await page.reload()
  // What the page still had to send, it would send before this: a purchase of now would wait for it, or be the second one.
  await page.getByRole('button', { name: 'Review the order' }).click()
  await pay(page).click()
  await bought(page)
  expect(sent).toHaveLength(1)
  await expect(noAnswer(page)).toHaveCount(0)
  await expectMachines(person, 1)
})

test('a status that is not 200 raises no toast and can be tried again in place', async ({ person: { page, fund } }) => {
  await fund('1000')
  await page.route('**/api/userAccount/balance*', (route) => route.fulfill({ status: 503, ...refused(1502, 'must not be shown') }))
  await page.goto('/#/wallet')
  const unreachable = page.getByText('The server cannot be reached right now')
  await unreachable.first().waitFor()
  expect(await otherToastsOf(page)).toEqual([])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await page.getByText('1,000').first().waitFor()
  await expect(unreachable).toHaveCount(0)
})

test('a double press on the button buys once', async ({ person }) => {
  const { page } = person
  await review(person)
  const ids = await requestsOf(page, purchase, () => false)
  await pay(page).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await bought(page)
  // However many calls two presses make, they are one command.
  expect(new Set(ids).size).toBe(1)
  await expectMachines(person, 1)
})

test('what another tab had the answer of meanwhile is not bought again', async ({ person }) => {
  const { page } = person
  await review(person)
  const ids = await requestsOf(page, purchase, isFirst)
  await payInVain(page)
  // The other tab's app forgets the command with its answer, for all tabs.
  await page.evaluate(() => Object.keys(localStorage).forEach((key) => key.startsWith('etld.command.') && localStorage.removeItem(key)))
  await pay(page).click()
  await bought(page)
  expect(ids).toEqual([ids[0], ids[0]])
  await expectMachines(person, 1)
})

test('an answer that was lost is asked for again and buys once', async ({ person }) => {
  const { page } = person
  await review(person)
  const ids = await requestsOf(page, purchase, isFirst)
  await payInVain(page)
  expect(await otherToastsOf(page)).toEqual([])
  await pay(page).click()
  await bought(page)
  expect(ids).toEqual([ids[0], ids[0]])
  await expectMachines(person, 1)
})

test('an answer that was lost together with the page is asked for by itself and buys once', async ({ person }) => {
  const { page } = person
  await review(person)
  let isCut = true
  const ids = await requestsOf(page, purchase, () => isCut)
  await payInVain(page)
  await page.reload()
  // The line is still cut: the page says so, and lets nobody order anew.
  await page.getByText('We are checking what happened').waitFor()
  await expect(page.getByRole('button', { name: 'Waiting for your previous order' })).toBeDisabled()
  await expect.poll(() => ids.length).toBeGreaterThan(2)
  isCut = false
  await page.getByText('It went through.').waitFor()
  expect(new Set(ids).size).toBe(1)
  await expectMachines(person, 1)
  // Now a new press is a new order.
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Review the order' }).click()
  await pay(page).click()
  await bought(page)
  expect(new Set(ids).size).toBe(2)
  await expectMachines(person, 2)
})

test('a press that never reached the server is sent once after the reload, and its refusal is told', async ({ person }) => {
  const { page } = person
  await review(person)
  await page.route(purchase, (route) => route.abort('connectionrefused'))
  await payInVain(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route(purchase, (route) => route.fulfill(refused(1501, 'Sold out')))
  await page.reload()
  await page.getByText('It was not done: Sold out').waitFor()
  expect(await otherToastsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'See the records' }).click()
  await page.getByRole('heading', { name: 'My machines' }).waitFor()
  await expect(page.getByText('It was not done')).toHaveCount(0)
  await expectMachines(person, 0)
})

test('a screen that is left while no answer came hands its press over', async ({ person }) => {
  const { page } = person
  await review(person)
  await page.route(purchase, (route) => route.abort('connectionrefused'))
  await payInVain(page)
  await page.keyboard.press('Escape')
  await page.getByText('We are checking what happened').waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByText('It went through.').waitFor()
  await expectMachines(person, 1)
})

test('an order without an answer goes out for nobody who signs in on the same page after its person', async ({ person, world }) => {
  const { page, wallet } = person
  await review(person)
  await page.route(purchase, (route) => route.abort('connectionrefused'))
  await payInVain(page)
  await page.keyboard.press('Escape')
  const asked = page.getByText('We are checking what happened')
  await asked.waitFor()
  // The phone goes to somebody else.
  await page.goto('/#/mine')
  await signOut(page)
  wallet.accounts.push(privateKeyToAccount(generatePrivateKey()))
  wallet.selected = 1
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const ids = await requestsOf(page, purchase, () => false)
  await chooseTestWallet(page)
  await page.getByRole('heading', { name: 'Me', exact: true }).waitFor()
  await world.credit(wallet.account.address, '1000')
  await page.goto('/#/wallet')
  await page.getByText('1,000').first().waitFor()
  await expect(asked).toHaveCount(0)
  expect(ids).toEqual([])
})

test('a session the server no longer knows signs in again by itself', async ({ person: { page, wallet, call, fund } }) => {
  await fund('475')
  await page.goto('/#/mine')
  const before = (await sessionOf(page))?.token
  await call('/api/user/logout')
  await page.goto('/#/wallet')
  // The old session is given up before the new one is there.
  await expect.poll(async () => [undefined, before].includes((await sessionOf(page))?.token)).toBe(false)
  await page.getByText('475').first().waitFor()
  expect(wallet.count('personal_sign')).toBe(1)
  expect(page.url()).toContain('#/wallet')
})

test('a reload while the sign-in waits for its answer goes on with the same wallet', async ({ person: { page, call, fund } }) => {
  await fund('475')
  await call('/api/user/logout')
  let asked = 0
  await page.route('**/api/user/logining*', () => void (asked += 1))
  await page.goto('/#/wallet')
  await expect.poll(() => asked).toBe(1)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await page.getByText('475').first().waitFor()
  expect(await sessionOf(page)).not.toBeNull()
})

test('a sign-in whose answer was lost goes on with the same wallet after a reload', async ({ person: { page, call, fund } }) => {
  await fund('475')
  await call('/api/user/logout')
  const goOn = await hold(page, '**/api/open/app*', 1)
  let asked = 0
  await page.route('**/api/user/logining*', (route) => {
    asked += 1
    return route.abort('connectionreset')
  })
  await page.goto('/#/wallet')
  // What a screen offers while the sign-in begins is called the same.
  await expect.poll(() => asked).toBeGreaterThan(0)
  // The page's first answer comes last: it must not take the sign-in for one that was resumed.
  const first = page.waitForResponse('**/api/open/app*')
  goOn()
  await first
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await page.getByText('475').first().waitFor()
  expect(await sessionOf(page)).not.toBeNull()
})

for (const [how, refuse] of [
  [
    'has no room left',
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('no room', 'QuotaExceededError')
      }
    },
  ],
  [
    'is barred',
    () => {
      const barred = {
        get: () => {
          throw new DOMException('barred', 'SecurityError')
        },
      }
      Object.defineProperties(window, { localStorage: barred, sessionStorage: barred })
    },
  ],
] as const) {
  test(`somebody whose browser's storage ${how} goes in, is answered late, and buys once`, async ({ person }) => {
    await person.fund('1000')
    const { page } = await person.on()
    await page.addInitScript(refuse)
    await page.goto('/#/lang')
    await page.getByRole('radio', { name: 'English' }).click()
    // The page stays; only what stands behind the # changes.
    await page.goto('/#/goods?id=machineSmall')
    if (how === 'is barred') await chooseTestWallet(page)
    const ids = await requestsOf(page, purchase, isFirst)
    await page.getByRole('button', { name: 'Review the order' }).click()
    await payInVain(page)
    await pay(page).click()
    await bought(page)
    expect(ids).toEqual([ids[0], ids[0]])
    await expectMachines(person, 1)
  })
}
