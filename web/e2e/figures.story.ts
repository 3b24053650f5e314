import { buyMachines } from './family.ts'
import { expect, test, type Page } from './fixtures.ts'
import { day, hour } from './journey.ts'
import { visit } from './looks.ts'

// Nobody else's machine runs here.
test.use({ story: 'figures' })

/** How long the first day lasts, which began at noon. */
const restOfDay = 12 * hour

/** The figure below a name. */
async function below(page: Page, name: string): Promise<number> {
  const text = await page.getByText(name, { exact: true }).locator('xpath=following-sibling::*[1]').first().innerText()
  return Number.parseFloat(text.replaceAll(',', ''))
}

test('"today" is the platform\'s day on every screen, and what was posted today is called the output of yesterday', async ({ person, world }) => {
  const { page, call } = person
  await person.fund('400')
  await buyMachines(person, 'machineSmall', 3)
  await visit(page, '/')
  // The machines began today, so nothing is said of yesterday.
  expect(await below(page, 'My power')).toBe(3)
  await visit(page, '/myMiner')
  expect(await below(page, 'My power')).toBe(3)
  await expect(page.getByText("Yesterday's ETLD")).toHaveCount(0)
  await page.getByText('Yesterday’s output', { exact: true }).waitFor({ state: 'detached' })
  // The first day ends, and the second one, which every machine ran from its first second to its last.
  await world.advance(restOfDay + hour)
  await world.advance(day)
  await expect.poll(async () => Number((await call('/api/miner/minerStatistics')).todayEtld), { timeout: 60_000 }).toBeGreaterThan(0)
  await visit(page, '/')
  await page.getByText('Today’s output (estimate)').first().waitFor()
  await visit(page, '/myMiner')
  const yesterday = await below(page, "Yesterday's ETLD")
  const rate = await below(page, 'Per T yesterday')
  // Three machines of 1 T each, a whole day: the figure beside it, times three.
  expect(yesterday).toBeCloseTo(3 * rate, 3)
  // No other machine runs: the network is theirs, in one measure with "my power".
  await page.getByText(/^All machines yesterday: 3(\.0+)?\sT$/).waitFor()
  const chosen = page.getByRole('group', { name: 'Seven days of income' }).getByRole('radio', { checked: true })
  expect(Number.parseFloat((await chosen.getAttribute('aria-label'))!.match(/output ([\d.,]+)/)![1]!)).toBeCloseTo(yesterday, 2)
  await page.getByText('· today').waitFor()
})
