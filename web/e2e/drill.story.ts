import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import type { components } from '../kit/src/api/schema.ts'
import { openDesk } from './console.ts'
import { expect, test } from './fixtures.ts'
import { axeFlaws, settle } from './inspect.ts'
import { atoms } from './journey.ts'
import { Operator } from './operators.ts'
import type { World } from './world.ts'

test.use({ story: 'drill' })

/** Sets what the pool of free interest holds, behind the ledger's back. */
function setPool(held: bigint, { data }: World): void {
  const statement = `UPDATE ledger_account SET balance = ${held} WHERE class = 'P.INT.FREE'`
  const folder = resolve(import.meta.dirname, '../..')
  execFileSync('go', ['run', '-trimpath', '-tags', 'nodynamic', './test/behind', join(data, 'etld.db'), statement], { cwd: folder })
}

test('a pool is emptied behind the ledger: page, banner, brake and console tell it, and two people start again', async ({ browser, world, person, desk }) => {
  test.slow()
  const pools = (await (await person.page.request.get('/transparency/pools.json')).json()) as components['schemas']['TransparencyFigures']
  const held = pools.pools.find(({ pool }) => pool === 'P.INT.FREE')!.amount
  setPool(0n, world)
  // The whole check comes first after a start.
  await world.crash()

  const { context: reading, page } = await openDesk(browser, { operatorUrl: world.url })
  await expect(async () => {
    await page.goto('/transparency/?lang=en')
    await expect(page.getByRole('status')).toContainText('Sales: stopped since', { timeout: 100 })
  }).toPass()
  // The line of the next five minutes carries what was found.
  await world.advance(600)
  await expect(async () => {
    await page.goto('/transparency/?lang=en')
    await expect(page.getByRole('status')).toContainText('I9: A stored balance is not what the journal gives.', { timeout: 100 })
  }).toPass()
  await reading.close()

  await person.page.goto('/')
  await expect(person.page.getByRole('status', { name: 'Service notice' })).toBeVisible()

  const { page: console } = await desk('risk', '/withdrawals')
  const standstill = console.getByRole('status', { name: 'What is stopped' })
  await expect(standstill).toContainText('Stopped: Sales, Swap, Market sales, The game')
  await expect(standstill).toContainText('I9: A stored balance is not what the journal gives.')
  expect(await axeFlaws(console)).toEqual([])

  setPool(atoms(held), world)
  const risk = await Operator.signIn(world, 'risk')
  const checker = await Operator.signIn(world, 'risk', 2)
  for (const part of ['sales', 'swap', 'sell', 'game'] as const) {
    await checker.approve(await risk.propose('emergency/change', { part, stop: false }, 'The pool was put right'))
  }
  const today = console.waitForResponse('**/operator/api/boards/today')
  await console.reload()
  await today
  await settle(console)
  await expect(standstill).toHaveCount(0)
})
