import { readFileSync } from 'node:fs'
import { enter, hearNothing, openDesk } from './console.ts'
import { expect, test } from './fixtures.ts'
import { axeFlaws } from './inspect.ts'
import { Operator } from './operators.ts'
import { addOldAddress, orderByCall } from './shop.ts'
import { TestWallet } from './testWallet.ts'

// What waits beside withdrawals: orders, and deposits that nobody signed for.
test.use({ story: 'console-queues' })
test.describe.configure({ mode: 'serial' })

/** A deposit counts once the chain has made its block final. */
const finality = { timeout: 90_000 }

test('orders are shipped and ended by keys, and several have a result each', async ({ browser, world, person }) => {
  await addOldAddress(world, person)
  await person.fund('2000')
  const orderNos: string[] = []
  for (const goodsId of ['quietFan', 'walletPouch', 'keyboard', 'deskLamp']) orderNos.push(await orderByCall(person, goodsId))
  const { page, context, faults } = await openDesk(browser, world)
  await hearNothing(context)
  await enter(page, 'fulfilment', 1, '/orders')
  const rows = page.locator('[data-row]')
  await expect(rows).toHaveCount(4)
  expect(await axeFlaws(page)).toEqual([])
  const press = async (key: string, shown: ReturnType<typeof page.locator>) => {
    await expect(async () => {
      // Pressed once more after it had opened the form, it would be typed into it.
      if ((await shown.count()) === 0) await page.keyboard.press(key)
      await expect(shown).toBeVisible({ timeout: 500 })
    }).toPass()
  }
  const panel = page.getByRole('complementary', { name: 'This order' })
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(panel.getByText('Paid, waits to be shipped by')).toBeVisible()
  await panel.getByRole('button', { name: 'Show the address' }).click()
  await expect(panel.getByText('Unter den Linden 1, 10117 Berlin')).toBeVisible()
  await press('s', panel.getByLabel('Company'))
  await panel.locator('input:focus').fill('Post')
  await page.keyboard.press('Tab')
  await page.keyboard.type('RR1')
  // A reload comes in between.
  await page.reload()
  await expect(panel.getByLabel('Company')).toHaveValue('Post')
  await expect(panel.getByLabel('Tracking number')).toHaveValue('RR1')
  await panel.getByRole('button', { name: 'It was shipped' }).click()
  await expect(page.locator(`[data-row="${orderNos[0]}"]`)).toHaveCount(0)
  // The next one is open, and the company is still there.
  await press('s', panel.getByLabel('Company'))
  await expect(panel.getByLabel('Company')).toHaveValue('Post')
  // A number that was typed is its own order's: another one has none of it.
  await panel.getByLabel('Tracking number').fill('RR9')
  await page.locator(`[data-row="${orderNos[2]}"]`).click()
  await press('s', panel.getByLabel('Company'))
  await expect(panel.getByLabel('Company')).toHaveValue('Post')
  await expect(panel.getByLabel('Tracking number')).toHaveValue('')
  await page.locator(`[data-row="${orderNos[1]}"]`).click()
  await press('s', panel.getByLabel('Company'))
  await expect(panel.getByLabel('Tracking number')).toHaveValue('RR9')
  await page.keyboard.press('Escape')
  await panel.getByRole('button', { name: 'Close the panel' }).click()
  // Closing goes back in history, which would take away what is opened meanwhile.
  await expect(panel).toHaveCount(0)
  await page.locator(`[data-row="${orderNos[1]}"]`).focus()
  await press('r', panel.getByLabel('Why, for the buyer'))
  await panel.locator('textarea:focus').fill('it cannot be had')
  await page.reload()
  await expect(panel.getByLabel('Why, for the buyer')).toHaveValue('it cannot be had')
  await panel.getByRole('button', { name: 'Cancel and refund' }).click()
  await expect(page.locator(`[data-row="${orderNos[1]}"]`)).toHaveCount(0)

  for (const orderNo of orderNos.slice(2)) await page.getByRole('row', { name: orderNo }).getByRole('checkbox').check()
  const several = page.getByRole('region', { name: 'Several at once' })
  const saved = page.waitForEvent('download')
  await several.getByRole('button', { name: 'Labels of these as a file' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^labels-.*\.csv$/)
  await several.getByLabel('Tracking number').fill('RR2')
  // Somebody else ships one of them meanwhile: it is not shipped a second time, and stays selected.
  const other = await Operator.signIn(world, 'fulfilment', 2)
  await other.call('orders/ship', { orderNo: orderNos[3]!, company: 'Post', number: 'RR3' })
  await several.getByRole('button', { name: 'Ship each' }).click()
  await expect(several.getByText(/: done$/)).toHaveCount(1)
  await expect(several.locator('li.text-loss')).toHaveCount(1)
  await expect(page.getByText('No order waits')).toBeVisible()

  await page.goto(`/operator/#/orders?status=shipped&item=${orderNos[0]}`)
  await panel.getByRole('button', { name: /Take it back/ }).click()
  await panel.getByLabel('Reason').fill('the carrier lost it')
  await page.reload()
  await expect(panel.getByLabel('Reason')).toHaveValue('the carrier lost it')
  await panel.getByRole('button', { name: 'Propose the refund' }).click()
  await expect(panel.getByText('Proposals that wait')).toBeVisible()
  // A second one about the same is refused, with the way to the first.
  await panel.getByRole('button', { name: /Take it back/ }).click()
  await panel.getByLabel('Reason').fill('once more')
  await panel.getByRole('button', { name: 'Propose the refund' }).click()
  await panel.getByRole('link', { name: 'Look at that proposal' }).click()
  await expect(page.getByRole('complementary', { name: 'This proposal' }).getByText('the carrier lost it')).toBeVisible()
  expect(faults).toEqual([])
  await context.close()
})

test('a deposit of a stranger is announced for somebody, and assigned by two', async ({ browser, world, person }) => {
  const stranger = new TestWallet(world)
  await stranger.topUp('25')
  const { page, context, faults } = await openDesk(browser, world)
  await enter(page, 'finance_maker', 1, '/suspense')
  await page.locator('[data-row]').click(finality)
  const panel = page.getByRole('complementary', { name: 'This deposit' })
  await panel.getByRole('button', { name: /Announce/ }).click()
  await panel.getByLabel('Whose it seems to be').fill(person.address)
  await page.reload()
  await expect(panel.getByLabel('Whose it seems to be')).toHaveValue(person.address)
  await panel.getByLabel('Whose it seems to be').focus()
  await page.keyboard.press('Enter')
  await panel.getByRole('radio').check()
  await panel.getByRole('button', { name: 'Announce it for this person' }).click()
  await expect(panel.getByText('Announced; it can be assigned from')).toBeVisible()
  expect(await axeFlaws(page)).toEqual([])
  await world.advance(3 * 24 * 3600)
  await enter(page, 'finance_maker', 1, '/suspense')
  await page.locator('[data-row]').click()
  await panel.getByRole('button', { name: /Assign/ }).click()
  await panel.getByLabel('Evidence').fill('the record of the exchange')
  await panel.getByLabel('Reason').fill('sent from an exchange')
  await page.reload()
  await expect(panel.getByLabel('Evidence')).toHaveValue('the record of the exchange')
  await expect(panel.getByLabel('Reason')).toHaveValue('sent from an exchange')
  await panel.getByRole('button', { name: 'Propose the assignment' }).click()
  await expect(panel.getByText('Proposals that wait')).toBeVisible()

  await enter(page, 'finance_checker', 1, '/proposals')
  await page.locator('[data-row]').first().click()
  const decided = page.waitForResponse('**/operator/api/proposals/approve')
  await page.getByRole('button', { name: /Approve and sign/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click()
  await decided
  await expect.poll(async () => (await person.balance('USDT')).available).toMatch(/^\d+/)
  expect(faults).toEqual([])
  await context.close()
})

test('the log is read, and its chain recomputed in the browser', async ({ browser, world }) => {
  const { page, context, faults } = await openDesk(browser, world)
  await enter(page, 'auditor', 1, '/audit')
  await page.getByRole('button', { name: '+ Filter' }).click()
  await page.getByLabel('Action').selectOption('Ship the order')
  await page.getByRole('button', { name: 'Newest first' }).click()
  // Next and previous stay within the filter and its order, also after a reload.
  const rows = page.locator('[data-row]')
  const keysOf = () => rows.evaluateAll((list) => list.map((row) => Number(row.getAttribute('data-row'))))
  await expect.poll(async () => (await keysOf()).map((key, at, all) => key > (all[at - 1] ?? 0))).toEqual([true, true, true, true])
  const seqs = await keysOf()
  // A key acts on what is painted alone.
  const isOpen = async (at: number) => {
    await expect(page).toHaveURL(new RegExp(`action=orders%2Fship&order=asc&item=${seqs[at]}$`))
    await expect(rows.nth(at)).toHaveAttribute('aria-expanded', 'true')
  }
  await rows.first().click()
  await isOpen(0)
  await page.keyboard.press('j')
  await isOpen(1)
  await page.reload()
  await expect(page.getByRole('complementary', { name: 'This record' })).toBeVisible()
  expect(await keysOf()).toEqual(seqs)
  await page.keyboard.press('j')
  await isOpen(2)
  await page.keyboard.press('k')
  await isOpen(1)
  await page.goto('/operator/#/audit?action=orders/ship')
  await expect(page.getByRole('complementary', { name: 'This record' })).toHaveCount(0)
  await rows.first().click()
  await page.getByRole('complementary', { name: 'This record' }).getByText('Details', { exact: true }).click()
  await expect(page.getByRole('complementary', { name: 'This record' }).getByText('order_already_shipped')).toBeVisible()
  await page.getByRole('button', { name: 'Recompute the chain here' }).click()
  await expect(page.getByText(/Whole from record \d+ to \d+, computed by this browser/)).toBeVisible()
  // All of it leaves as a file, whatever the list is narrowed to.
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export all of it' }).click()])
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\n')
  expect(lines.some((line) => line.includes('orders/ship'))).toBe(true)
  expect(lines.some((line) => !line.includes('orders/ship'))).toBe(true)
  expect(await axeFlaws(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})
