import type { Params } from '../kit/src/api/contract.ts'
import { openPhone, type Phone } from './browser.ts'
import { buyMachines, comeBy, type Member } from './family.ts'
import { expect, test } from './fixtures.ts'
import { comeBack, day } from './journey.ts'
import { activate, buyFromBalance, passToPayment } from './nodeSteps.ts'

// One family's month, in order: a grandmother, her two children, and the first one's child.
test.use({ story: 'generations' })
test.describe.configure({ mode: 'serial' })

let grandmother: Member
let daughter: Member
let son: Member
let grandchild: Member

test.beforeAll(async ({ browser, world }) => {
  const comeIn = (parent?: Member) => comeBy(world, (phone?: Phone) => openPhone(browser, world.url, phone), parent ? `/?pusername=${parent.code}` : '/')
  grandmother = await comeIn()
  daughter = await comeIn(grandmother)
  son = await comeIn(grandmother)
  grandchild = await comeIn(daughter)
})

test.afterAll(async () => {
  const family = [grandmother, daughter, son, grandchild]
  for (const { context } of family) await context.close()
  for (const { faults } of family) expect(faults).toEqual([])
})

type Movement = Params<'/api/userAccount/balanceDetail'>['type']

/** What a type of movement brought, newest first. */
const movements = async ({ call }: Member, type: Movement) => (await call('/api/userAccount/balanceDetail', { type })).list

test('the grandmother buys a node and, in a month of which it is there every day, everybody buys machines', async ({ world }) => {
  await comeBack(grandchild.page, '/share')
  await grandchild.page.getByText(daughter.masked).waitFor()
  await grandmother.fund('605')
  await buyFromBalance(grandmother.page)
  await activate(grandmother.page)
  // The first cut-off may be near; after it the node has its full weight.
  await passToPayment(grandmother, world)
  for (const [member, sum, product, quantity, locked] of [
    [grandmother, null, 'machineSmall', 1, '100'],
    [daughter, '1050', 'machineMedium', 1, '1000'],
    [son, '2100', 'machineMedium', 2, '2000'],
    [grandchild, '2100', 'machineMedium', 2, '2000'],
  ] as const) {
    // The sessions have ended meanwhile; the wallets sign in again by themselves.
    await comeBack(member.page, '/share')
    await member.page.getByText(/pusername=/).waitFor()
    if (sum) await member.fund(sum)
    await buyMachines(member, product, quantity)
    expect(await member.balance('USDT')).toMatchObject({ locked })
  }
})

test('each start rewards who invited the buyer, at once and in the transaction list', async () => {
  const amounts = async (member: Member) => (await movements(member, 'referral_rewards')).map(({ amount }) => amount)
  // 1.5 % of the daughter's 1,000 and of the son's 2,000; the grandchild's are the daughter's.
  expect(await amounts(grandmother)).toEqual(['15', '15', '15'])
  expect(await amounts(daughter)).toEqual(['15', '15'])
  expect(await amounts(grandchild)).toEqual([])
  await comeBack(grandmother.page, '/team')
  await grandmother.page.getByText('0.00 USDT of 5,000.00 USDT').waitFor()
})

test('the night finds the level reached: 3,000 of the daughter’s leg and 2,000 of the son’s, and pays for it', async ({ world }) => {
  await world.advance(day)
  const { page } = grandmother
  await comeBack(page, '/team')
  await page.getByText('Earned by your team’s performance').waitFor()
  await page.getByText('5,000.00 USDT of 20,000.00 USDT').waitFor()
  expect(await movements(grandmother, 'level_rewards')).toMatchObject([{ currency: 'USDT', amount: '5' }])
  await comeBack(page, '/team?tab=rewards&type=level_rewards')
  await page.getByText('Reached V1', { exact: true }).waitFor()
  await page.getByText('+5.00 USDT').waitFor()
  await comeBack(page, '/mine?view=notices')
  await page.getByText(/V1/).first().waitFor()
})

test('from the next day on her machine’s output is accelerated by two hundredths', async ({ world }) => {
  await world.advance(day)
  await expect.poll(async () => (await movements(grandmother, 'team_acceleration')).length, { timeout: 60_000 }).toBeGreaterThan(0)
  const [base] = await movements(grandmother, 'mining_income')
  const [added] = await movements(grandmother, 'team_acceleration')
  expect(Number(added!.amount)).toBeCloseTo(Number(base!.amount) / 50, 7)
  await comeBack(grandmother.page, '/team?tab=rewards&type=team_acceleration')
  await grandmother.page.getByText('Acceleration at V1').first().waitFor()
})

test('the month passes: the pools are divided, and the node brings its dividend', async ({ world }) => {
  await passToPayment(grandmother, world)
  const { page } = grandmother
  await comeBack(page, '/chain')
  // 0.4 % of 5,100 that started in the month, 30 of at least 600 days of nodes.
  await page.getByText('+1.02').first().waitFor()
  expect(await movements(grandmother, 'node_dividends')).toMatchObject([{ amount: '1.02' }])
})
