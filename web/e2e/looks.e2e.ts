import { openPhone } from './browser.ts'
import { buyMachines } from './family.ts'
import { expect, test as base, type Page } from './fixtures.ts'
import { day, hour } from './journey.ts'
import { findFlaws, recordShifts, settle } from './inspect.ts'
import { at, doubleText, flawsIn, keepNothing, looks, nameOf, partsOf, visit, type State } from './looks.ts'
import { states as exchange } from './looks/exchange.ts'
import { states as game } from './looks/game.ts'
import { gate } from './looks/gate.ts'
import { moments } from './looks/moments.ts'
import { states as nodes } from './looks/nodes.ts'
import { demoAddresses, prices, screens, sheets, topUp } from './looks/screens.ts'
import { states as team } from './looks/team.ts'
import { callTo } from './mocks.ts'
import { join, type Person } from './person.ts'
import { addAddress, orderByCall } from './shop.ts'
import { unanswered, worthless } from './worths.ts'

/** Somebody with two machines of two days, movements, notices, an address and an order. */
interface Resident extends Person {
  machineNo: string
  articlePath: string
}

const test = base.extend<object, { resident: Resident }>({
  resident: [
    async ({ browser, world }, use) => {
      const person = await join(world, (phone) => openPhone(browser, world.url, phone))
      await person.fund('5000')
      await person.fund('5000', 'ETLD')
      for (const productId of ['machineSmall', 'machineMedium']) await buyMachines(person, productId)
      await world.advance(2 * day + 2 * hour)
      await addAddress(person)
      await orderByCall(person, 'walletPouch')
      const machines = await person.call('/api/miner/findMyList', { status: 'running' })
      const articles = await person.call('/api/main/news')
      await use({ ...person, machineNo: machines.list[0]!.minerNo, articlePath: `/newsDetails?id=${articles.list[0]!.id}` })
      await person.context.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

// Each worker that looks has a world of its own, which is moved once, before the first look.
test.use({ story: 'looks' })

const ofTheResident = Object.entries({ screens, exchange, game, nodes, team, prices, sheets, moments }).flatMap(([chapter, states]) => partsOf(chapter, states))

/** Amounts of ETLD and T that have no worth beside them, and why. */
const bare: Record<string, string[]> = {
  // A row of notices is a way to what it is about: opened, its text says it too.
  'mine-view-notices': ['5,000 ETLD'],
  // A rate says itself what a coin is worth.
  finance: ['6,842.15 ETLD'],
}

/** Where worths are looked for: they depend on neither theme nor width, and a screen that stands already is not loaded again for them. */
const lookOfWorths = looks.find(({ language, isDouble }) => language === 'en' && !isDouble)

for (const look of looks) {
  for (const [part, states] of ofTheResident) {
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

/** By how much earlier than the one before it each answer of a visit comes, and how many are told apart. */
const answerGapMs = 60
const answersInTurn = 16

const coldScreens = Object.values(screens).map(({ path }) => path)

for (const half of [0, 1]) {
  // Where text is largest, what comes late takes lines of its own; and what is asked first is seldom what is waited for.
  test(`nothing jumps while the answers come one by one, the first asked last, half ${half + 1}`, async ({ resident }) => {
    const { page } = await resident.on({ language: 'ru', width: 320 })
    await page.addInitScript(recordShifts)
    await page.addInitScript(keepNothing)
    await page.addInitScript(doubleText)
    let asked = 0
    await page.route('**/api/**', async (route) => {
      asked += 1
      await new Promise((done) => setTimeout(done, Math.max(0, answersInTurn - asked) * answerGapMs))
      await route.continue().catch(() => undefined)
    })
    const jumps: Record<string, string[]> = {}
    const all = [...coldScreens, '/productsDetails?id=hoodie', '/order?view=address', resident.articlePath]
    for (const path of all.filter((_, place) => place % 2 === half)) {
      asked = 0
      await visit(page, path)
      const found = (await findFlaws(page, 'ru')).filter((flaw) => flaw.startsWith('layout shifts'))
      if (found.length > 0) jumps[path] = found
      expect(await page.evaluate(() => scrollY), path).toBe(0)
    }
    expect(jumps).toEqual({})
    await page.context().close()
  })
}

test('the top-up sheet does not move when its answer comes late', async ({ resident }) => {
  const { page, context } = await resident.on({ language: 'ru' })
  await page.addInitScript(recordShifts)
  let release = () => {}
  const held = new Promise<void>((done) => (release = done))
  await context.route('**/api/userAccount/topUpInfo*', async (route) => {
    await held
    await route.continue()
  })
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
  let release = () => {}
  const held = new Promise<void>((done) => (release = done))
  await page.route(callTo('/api/node/dividendPool'), async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
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
