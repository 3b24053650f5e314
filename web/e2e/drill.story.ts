import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import type { components } from '../kit/src/api/schema.ts'
import { enter, openDesk } from './console.ts'
import { expect, test } from './fixtures.ts'
import { axeFlaws, settle } from './inspect.ts'
import { Operator } from './operators.ts'
import type { World } from './world.ts'

test.use({ story: 'drill' })

/** Sets what the pool of free interest holds, behind the ledger's back. */
function setPool(atoms: bigint, { data }: World): void {
  const statement = `UPDATE ledger_account SET balance = ${atoms} WHERE class = 'P.INT.FREE'`
  const folder = resolve(import.meta.dirname, '../..')
  execFileSync('go', ['run', '-trimpath', '-tags', 'nodynamic', './test/behind', join(data, 'etld.db'), statement], { cwd: folder })
}

/** An amount in its smallest units, of which a currency has a hundred million. */
function atomsOf(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(8, '0'))
}

test('a pool is emptied behind the ledger: page, banner, brake and console tell it, and two people start again', async ({ browser, world, person }) => {
  test.slow()
  const pools = (await (await person.page.request.get('/transparency/pools.json')).json()) as components['schemas']['TransparencyFigures']
  const held = pools.pools.find(({ pool }) => pool === 'P.INT.FREE')!.amount
  setPool(0n, world)
  // The whole check comes first after a start.
  await world.crash()

  const { context: reading, page } = await openDesk(browser, { ...world, operatorUrl: world.url })
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

  const { context, page: desk, faults } = await openDesk(browser, world)
  await enter(desk, 'risk', 1, '/withdrawals')
  const standstill = desk.getByRole('status', { name: 'What is stopped' })
  await expect(standstill).toContainText('Stopped: Sales, Swap, Market sales, The game')
  await expect(standstill).toContainText('I9: A stored balance is not what the journal gives.')
  expect(await axeFlaws(desk)).toEqual([])

  setPool(atomsOf(held), world)
  const risk = await Operator.signIn(world, 'risk')
  const checker = await Operator.signIn(world, 'risk', 2)
  for (const part of ['sales', 'swap', 'sell', 'game'] as const) {
    await checker.approve(await risk.propose('emergency/change', { part, stop: false }, 'The pool was put right'))
  }
  const today = desk.waitForResponse('**/operator/api/boards/today')
  await desk.reload()
  await today
  await settle(desk)
  await expect(standstill).toHaveCount(0)
  expect(faults).toEqual([])
  await context.close()
})
