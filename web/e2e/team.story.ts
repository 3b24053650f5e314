import { openPhone, type Phone } from './browser.ts'
import { buyMachines, comeBy, type Member } from './family.ts'
import { expect, test } from './fixtures.ts'
import { comeBack, day } from './journey.ts'
import { at, flawsInAll, sheetAt, visit } from './looks.ts'
import { Operator } from './operators.ts'

// Three generations of one family, whose clock and rewards are moved; in order.
test.use({ story: 'team' })
test.describe.configure({ mode: 'serial' })

let first: Member
let second: Member

test.beforeAll(async ({ browser, world }) => {
  const open = (phone?: Phone) => openPhone(browser, world.url, phone)
  first = await comeBy(world, open)
  second = await comeBy(world, open, `/?pusername=${first.code}`)
  const third = await comeBy(world, open, `/?pusername=${second.code}`)
  for (const member of [second, third]) {
    await member.fund('2000')
    await buyMachines(member, 'machineMedium')
  }
  await third.context.close()
})

test.afterAll(() => Promise.all([first, second].map(({ context }) => context.close())))

test('levels are worked out at night, and what one friend counts for at most is said', async ({ world }) => {
  await world.advance(day)
  await comeBack(first.page, '/team')
  await first.page.getByText('2,000.00 USDT of 5,000.00 USDT').waitFor()
  await first.page.getByText('counts for at most 3,000.00 USDT').waitFor()
})

test('rewards under a risk flag are set aside, and one that is refused says why', async ({ world }) => {
  const [risk, checker] = [await Operator.signIn(world, 'risk'), await Operator.signIn(world, 'finance_checker')]
  const delayed = async () => (await risk.call('rewards/delayed')).list
  // One person flags; it takes two to refuse what is due.
  await risk.propose('users/flag', { userId: first.userId })
  await comeBack(second.page, '/mine')
  await buyMachines(second, 'machineSmall')
  const [due, ...others] = await delayed()
  expect([due!.amount, others]).toEqual(['1.5', []])
  const refusal = { rewardId: due!.rewardId, cause: 'linked_accounts' } as const
  await checker.approve(await risk.propose('rewards/refuse', refusal, 'both accounts were funded by one wallet'))
  await buyMachines(second, 'machineSmall')
  expect(await delayed()).toMatchObject([{ amount: '1.5' }])
  const { page } = first
  await visit(page, '/team?tab=rewards')
  await page.getByText('Refused', { exact: true }).waitFor()
  await page.getByText('Not paid: the accounts belong together.').waitFor()
  await page.getByText('both accounts were funded by one wallet', { exact: true }).waitFor()
  await page.getByText('Delayed', { exact: true }).waitFor()
  await page.getByText('Under review; paid at the latest').waitFor()
  await page.getByText('Under review', { exact: true }).waitFor()
  await visit(page, '/share')
  await page.getByText('Another 1.50 USDT is under review').waitFor()
  expect(await first.balance('USDT')).toMatchObject({ available: '15' })
})

test('without a network the team stays readable, and what was not read yet can be asked for again', async () => {
  const { page, context, faults } = first
  await visit(page, '/team')
  expect(faults).toEqual([])
  await context.setOffline(true)
  await page.getByRole('radio', { name: 'Friends' }).check()
  await page.getByText('You are offline').first().waitFor()
  await page.getByRole('radio', { name: 'Level' }).check()
  await page.getByText('2,000.00 USDT of 5,000.00 USDT').waitFor()
  await context.setOffline(false)
  await page.getByRole('radio', { name: 'Friends' }).check()
  await page.getByText(second.masked).waitFor()
})

test('the screens of somebody with a team and rewards are sound', async () => {
  test.slow()
  const paths = ['/share', '/team', '/team?tab=rewards', '/team?tab=rewards&type=level_rewards', '/team?tab=friends']
  const screens = Object.fromEntries(paths.map((path) => [`team-${path.slice(1).replace(/[?=&]/g, '-')}`, at(path)]))
  expect(await flawsInAll({ ...screens, 'team-picture': sheetAt('/share?sheet=picture') }, first.on)).toEqual({})
})
