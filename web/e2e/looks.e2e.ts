import { openPhone, type OpenPhone, type Phone } from './browser.ts'
import { buyMachines } from './family.ts'
import { expect, test as base, type Page } from './fixtures.ts'
import { apiCall, day, hour } from './journey.ts'
import { findFlaws, recordShifts, settle } from './inspect.ts'
import { at, flawsIn, looks, nameOf, partsOf, visit, type State, type States } from './looks.ts'
import { states as exchange } from './looks/exchange.ts'
import { states as game } from './looks/game.ts'
import { gate } from './looks/gate.ts'
import { moments } from './looks/moments.ts'
import { states as nodes } from './looks/nodes.ts'
import { demoAddresses, prices, screens, sheets, topUp } from './looks/screens.ts'
import { states as team } from './looks/team.ts'
import { callTo, hold } from './mocks.ts'
import { join, type Person } from './person.ts'
import { addAddress, orderByCall } from './shop.ts'
import { unanswered, worthless } from './worths.ts'

const test = base.extend<object, { resident: Person }>({
  /** Somebody with two machines of two days, movements, notices, an address and an order. */
  resident: [
    async ({ browser, world }, use) => {
      const person = await join(world, (phone) => openPhone(browser, world.url, phone))
      await person.fund('5000')
      await person.fund('5000', 'ETLD')
      for (const productId of ['machineSmall', 'machineMedium']) await buyMachines(person, productId)
      await world.advance(2 * day + 2 * hour)
      await addAddress(person)
      await orderByCall(person, 'walletPouch')
      await use(person)
      await person.context.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

// Each worker that looks has a world of its own, which is moved once, before the first look.
test.use({ story: 'looks' })

const ofTheResident = { screens, exchange, game, nodes, team, prices, sheets, moments }

/** Amounts of ETLD and T that have no worth beside them, and why. */
const bare: Record<string, string[]> = {
  // A row of notices is a way to what it is about: opened, its text says it too.
  'mine-view-notices': ['5,000 ETLD'],
  // A rate says itself what a coin is worth.
  finance: ['6,842.15 ETLD'],
}

/** Where worths are looked for: they depend on neither theme nor width, and a screen that stands already is not loaded again for them. */
const lookOfWorths = looks.find(({ language, isDouble }) => language === 'en' && !isDouble)

/** By how much earlier than the one before it each answer of a visit comes, and how many are told apart. */
const answerGapMs = 60
const answersInTurn = 16

/** Lets the answers of each document come one by one, the first asked last: what is asked first is seldom what is waited for. */
async function answeredInTurn(opened: OpenPhone): Promise<OpenPhone> {
  const { context, page } = opened
  let asked = 0
  page.on('request', (request) => request.isNavigationRequest() && (asked = 0))
  await context.route('**/api/**', async (route) => {
    asked += 1
    await new Promise((done) => setTimeout(done, Math.max(0, answersInTurn - asked) * answerGapMs))
    await route.continue().catch(() => undefined)
  })
  return opened
}

/** Screens that are looked at in this way alone, as they are. */
const inTurnToo: States = {
  goods: at('/productsDetails?id=hoodie'),
  addresses: at('/order?view=address'),
  articleAsItIs: { show: async (page) => visit(page, `/newsDetails?id=${(await apiCall(page, '/api/main/news')).list[0]!.id}`) },
}

for (const look of looks) {
  // Where text is largest, what comes late takes lines of its own.
  const { screens: _, ...others } = ofTheResident
  const isInTurn = look.language === 'ru' && look.isDouble
  for (const [part, states] of isInTurn ? partsOf('screens', { ...screens, ...inTurnToo }) : [])
    test(`${part}: ${nameOf(look)}, while the answers come one by one`, async ({ resident }) => {
      const open = async (phone: Phone) => answeredInTurn(await resident.on(phone))
      expect(await flawsIn(look, states, open, async (page, name) => expect(await page.evaluate(() => scrollY), name).toBe(0))).toEqual({})
    })

  for (const [part, states] of Object.entries(isInTurn ? others : ofTheResident).flatMap(([chapter, all]) => partsOf(chapter, all))) {
    const asksWorths = look === lookOfWorths
    const title = asksWorths ? ', and each amount of ETLD or T has its worth beside it or when it is kept pressed' : ''
    test(`${part}: ${nameOf(look)}${title}`, async ({ resident }) => {
      const without: Record<string, string[]> = {}
      const askWorths = async (page: Page, name: string, { isSheet }: State) => {
        const found = [...(await worthless(page)), ...(isSheet ? [] : await unanswered(page))]
        if (found.length > 0) without[name] = found
      }
      expect(await flawsIn(look, states, (phone) => resident.on(phone), asksWorths ? askWorths : undefined)).toEqual({})
      const expected = Object.entries(bare).filter(([name]) => asksWorths && name in states)
      expect(without).toEqual(Object.fromEntries(expected))
    })
  }

  test(`addresses of a demo, and a wallet that is empty: ${nameOf(look)}`, async ({ person }) => {
    expect(await flawsIn(look, { ...demoAddresses, emptyWallet: at('/wallet') }, (phone) => person.on(phone))).toEqual({})
  })

  test(`the gate: ${nameOf(look)}`, async ({ openPhone }) => {
    expect(await flawsIn(look, gate, openPhone)).toEqual({})
  })
}

test('a look reports what the document shows, whatever browsers may not translate', async ({ page }) => {
  await page.addInitScript(recordShifts)
  await page.goto('about:blank')
  const says = async (lang: string, shown: string) => {
    await page.setContent(`<html lang="${lang}" translate="no"><meta name="viewport" content="width=device-width"><body style="margin:0"><main>${shown}</main>`)
    return (await findFlaws(page, lang === 'ru' ? 'ru' : 'en')).map((flaw) => flaw.split(':')[0])
  }
  expect(await says('en', '<p>console-people.account.available</p>')).toEqual(['shows a key'])
  expect(await says('en', '<p>Payout (console-words.word.short)</p>')).toEqual(['shows a key'])
  expect(await says('en', '<p>a parameter (machine.credit_days)</p>')).toEqual([])
  expect(await says('en', '<p>{count} days</p>')).toEqual(['broken text'])
  expect(await says('en', '<p>可用</p>')).toEqual(['another language'])
  expect(await says('ru', '<p>not in this language</p>')).toEqual(['not translated'])
  expect(await says('ru', '<p translate="no">what the wallet shows</p><pre>what is signed here</pre>')).toEqual([])
})

test('the top-up sheet does not move when its answer comes late', async ({ resident }) => {
  const { page, context } = await resident.on({ language: 'ru' })
  await page.addInitScript(recordShifts)
  const release = await hold(context, callTo('/api/userAccount/topUpInfo'))
  await topUp.show(page, 'ru')
  await page.getByRole('dialog').getByRole('status').first().waitFor()
  release()
  await page.getByRole('dialog').getByRole('status').first().waitFor({ state: 'detached' })
  await settle(page)
  expect(await findFlaws(page, 'ru')).toEqual([])
  await context.close()
})

test('the dividend pools do not move when their answer comes late', async ({ resident }) => {
  const { page, context } = await resident.on({ language: 'zhtw' })
  // Nothing of the screen is below what is seen.
  await page.setViewportSize({ width: 390, height: 1600 })
  await page.addInitScript(recordShifts)
  const release = await hold(page, callTo('/api/node/dividendPool'))
  await page.goto('/#/dividendPool')
  await page.locator('main .skeleton').first().waitFor()
  // The browser counts nothing that moves within half a second of a new size.
  await page.waitForFunction(() => performance.now() > 1000)
  release()
  await settle(page)
  expect(await findFlaws(page, 'zhtw')).toEqual([])
  await context.close()
})

test('the screens look well on a wide screen, in a column of 750 px or in two', async ({ resident }) => {
  const wide = { language: 'en', theme: 'dark', width: 1200, isDouble: false, axe: 'nothing' } as const
  expect(await flawsIn(wide, screens, (phone) => resident.on(phone))).toEqual({})
})
