import { expect, test } from './fixtures.ts'
import { comeBack, passOneDay } from './journey.ts'
import { visit } from './looks.ts'
import type { Person } from './person.ts'
import { Player } from './player.ts'

test.use({ story: 'moved' })

/** An open screen shows within this time what the server has just found out, by the server's own clock. */
const toldWithinMs = 2_000
/** How often the server is asked whether a round was drawn: it may have been so long before. */
const pollMs = 500

/** How long ago something happened on the server. */
async function since({ call }: Person, at: string): Promise<number> {
  return Date.parse((await call('/api/open/app')).serverTime) - Date.parse(at)
}

test('an open record shows within two seconds that a withdrawal was paid', async ({ world, person }) => {
  const { page, call } = person
  await person.fund('100')
  await passOneDay(world)
  await comeBack(page, '/withdraw?currency=USDT')
  await page.getByLabel('Quantity', { exact: true }).fill('50')
  await page.getByRole('button', { name: 'Review the withdrawal', exact: true }).click()
  await page.getByRole('button', { name: 'Sign and withdraw', exact: true }).click()
  await page.getByRole('dialog').getByText('Nothing more to do. It is in your wallet.').waitFor({ timeout: 60_000 })
  const [record] = (await call('/api/userAccount/myWithDraw', { size: 1 })).list
  expect(record).toMatchObject({ status: 'confirmed' })
  expect(await since(person, record!.endedAt!)).toBeLessThan(toldWithinMs)
})

test('an open game shows within two seconds that its round was drawn', async ({ world, person }) => {
  const { page, call } = person
  const player = await Player.of(person, world)
  await player.confirmAge()
  await visit(page, '/trade?tab=box')
  const round = await player.openRound()
  await page.getByText(`Round ${round.period}`).first().waitFor()
  await page.getByRole('radio', { name: 'Box 3', exact: true }).check()
  await page.getByLabel('Amount').fill('100')
  await page.getByRole('button', { name: 'Join box 3 with 100 GP' }).click()
  await page.getByText('Box 3, 100 GP').first().waitFor()
  await player.letLock(round)
  const drawn = expect.poll(async () => (await call('/api/game/round', { period: round.period })).state, { timeout: 60_000, intervals: [pollMs] }).toBe('drawn')
  const shown = page.getByRole('list', { name: 'The opened boxes' }).waitFor({ timeout: 60_000 })
  const [drawnAt, shownAt] = await Promise.all([drawn, shown].map((end) => end.then(Date.now)))
  expect(shownAt! - drawnAt!).toBeLessThan(toldWithinMs - pollMs)
})
