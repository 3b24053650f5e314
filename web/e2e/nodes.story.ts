import { keptBy } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { comeBack, day } from './journey.ts'
import { at, flawsInAll, sheetAt } from './looks.ts'
import { activate, buyFromBalance, openStatement, passToPayment, verifySavedStatement } from './nodeSteps.ts'

test.use({ story: 'nodes' })
test.describe.configure({ mode: 'serial' })

test('levels are shown with what they cost and give; nobody has any yet', async ({ person: { page, faults } }) => {
  await comeBack(page, '/chain')
  for (const words of ['Diamond node', 'Star node', 'King node', '0 of 2,000 sold', '100 left', 'No node yet']) await page.getByText(words).first().waitFor()
  await page.getByRole('link', { name: /King node/ }).click()
  await page.getByText('at least that of 2 nodes with 30 days each').waitFor()
  await comeBack(page, '/dividendPool')
  await page.getByText('No month has been closed yet').waitFor()
  expect(faults).toEqual([])
})

test('a month passes: the estimate becomes a dividend, which its statement explains', async ({ person, world }) => {
  test.slow()
  const { page, call } = person
  const ownNode = async () => (await call('/api/node/mine', { state: 'active' })).list[0]!
  await person.fund('1600')
  await buyFromBalance(page)
  await activate(page)

  await test.step('what starts in the month fills its pools', async () => {
    // The first cut-off may be near; from the second on the node has its full weight.
    await passToPayment(person, world)
    await comeBack(page, '/goods?id=machineMedium')
    await page
      .getByRole('radio', { name: /balance/i })
      .first()
      .click()
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Review the order' }).click()
    await page.getByRole('button', { name: /^Pay .* from balance$/ }).click()
    await page.getByText('Purchase successful').first().waitFor()
    await world.advance(10 * day)
    await comeBack(page, '/dividendPool')
    await page.getByText('1,000.00').first().waitFor()
    await page.getByText(/^My estimate up to 0\.\d+/).waitFor()
  })

  await test.step('the dividend is paid', async () => {
    await passToPayment(person, world)
    await comeBack(page, '/chain')
    // 0.4 % of 1,000 among at least 20 nodes of 30 days.
    await page.getByText('+0.20').first().waitFor()
    expect((await ownNode()).dividends).toBe('0.2')
    await openStatement(page)
    await page.getByRole('dialog').getByText('0.20').first().waitFor()
  })

  await test.step('the statement is saved, and the program recomputes it without the server', async () => {
    const { name, statement } = await verifySavedStatement(page, '"amount":"0.2"', '"amount":"0.3"')
    expect(name).toMatch(/^etld-dividend-\d{4}-\d{2}-diamond\.json$/)
    expect(statement.rows).toEqual([{ node: (await ownNode()).hash, weight: 30, amount: '0.2' }])
  })

  await test.step('each pool has its statement, a reload keeps it, and back leads to the pools', async () => {
    const noneCounted = page.getByText('None of your nodes counted in this pool.')
    await page.getByRole('radio', { name: 'King', exact: true }).click()
    await noneCounted.waitFor()
    await page.getByText('To the machines’ income pool').waitFor()
    await page.reload()
    await noneCounted.waitFor()
    for (const month of ['2020-01', 'never']) {
      await comeBack(page, `/dividendPool?month=${month}`)
      await page.getByText('There is no statement for this month.').waitFor()
    }
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: /^Statements of/ }).click()
    await page.getByRole('dialog').getByText('My dividend').waitFor()
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText('Past months').waitFor()
  })

  await test.step('every screen of somebody with a node is sound', async () => {
    const { nodeNo } = await ownNode()
    const { months } = await call('/api/node/dividendPool')
    const states = {
      'node-list': at('/chain'),
      'node-one': sheetAt(`/chain?id=${nodeNo}`),
      'node-pool': at('/dividendPool'),
      'node-statement': sheetAt(`/dividendPool?month=${months[0]}&level=diamond`),
    }
    // The session of the first phone has ended in this month; this one's lives.
    const kept = await keptBy(person.context)
    expect(await flawsInAll(states, (phone) => person.on({ ...phone, kept }))).toEqual({})
  })
  expect(person.faults).toEqual([])
})
