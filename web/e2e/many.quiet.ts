import type { Data } from '../kit/src/api/contract.ts'
import { expect, noon, test as base, type Page } from './fixtures.ts'
import { buyMachines } from './family.ts'
import { visit } from './looks.ts'
import { answered, callTo, changeAnswer } from './mocks.ts'
import type { Person } from './person.ts'
import { readOn } from './reading.ts'
import { measure } from './speed.ts'

const machines = 1000
/** The server's pages have as many rows. */
const pageRows = 20
const shiftMax = 0.02
/** So many are read on: ten pages. */
const readMachines = 200

type Row = Data<'/api/miner/findMyList'>['list'][number]
type Statement = Data<'/api/miner/statement'>

const test = base.extend<{ owner: Person; machine: Row }>({
  owner: async ({ person }, use) => {
    await person.fund('500')
    await buyMachines(person, 'machineSmall')
    await use(person)
  },
  machine: async ({ owner: { call } }, use) => use((await call('/api/miner/findMyList', { status: 'running' })).list[0]!),
})

/** A machine's interest after so long can be seen to grow. */
const ranMs = 6 * 3_600_000

/** Answers as a server does to somebody with so many running machines. */
async function ownMany(page: Page, machine: Row, count = machines): Promise<void> {
  const later = new Date(Date.parse(machine.createdAt) + ranMs).toISOString()
  const paying = { ...machine, principal: '1000000', product: { ...machine.product, interestTotal: '180000' } }
  await page.route(callTo('/api/miner/findMyList'), async (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0)
    const list = Array.from({ length: Math.min(pageRows, count - from) }, (_, index) => {
      const id = `${machine.id.slice(0, -4)}${String(from + index).padStart(4, '0')}`
      return { ...paying, id, minerNo: id }
    })
    const next = from + pageRows
    await route.fulfill(answered('/api/miner/findMyList', { serverTime: later, list, nextCursor: String(next), hasMore: next < count }))
  })
  await changeAnswer(page, '/api/main/home', (home) => ({ ...home, today: { ...home.today, power: count, etld: '812.3456', rate: '0.8123', first: null } }))
  await changeAnswer(page, '/api/miner/recentIncome', (recent) => ({
    ...recent,
    principal: String(count * 100),
    days: recent.days.map((day, index) => ({ ...day, usdt: String(index * count), etld: String(count * 2) })),
  }))
  const kinds = ['interest', 'output', 'principal'] as const
  await changeAnswer(page, '/api/miner/calendar', (month) => ({
    ...month,
    days: Array.from({ length: 28 }, (_, index) => `${month.month}-${String(index + 1).padStart(2, '0')}`).map((day) => ({
      day,
      sums: [{ currency: 'USDT', posted: day <= month.today ? '1234.56' : '0', coming: day > month.today ? '1234.56' : '0' }],
      // The principals of a day are a line each.
      lines: [...kinds.slice(0, 2), ...Array.from({ length: 33 }, () => kinds[2])].map((kind) => ({
        kind,
        posted: day <= month.today,
        currency: kind === 'output' ? 'ETLD' : 'USDT',
        amount: '100',
        count: kind === 'principal' ? 1 : machines,
        at: `${day}T04:00:00Z`,
        minerNo: kind === 'principal' ? machine.minerNo : '',
      })),
    })),
  }))
  await changeAnswer(page, '/api/miner/statement', (statement): Statement => {
    const row = { interest: '20.5', output: '360.25', principal: '0' }
    const list = Array.from({ length: 366 }, (_, index) => ({ ...row, period: new Date(Date.UTC(2028, 0, 1 + index)).toISOString().slice(0, 10) }))
    return { ...statement, list, total: row, years: ['2028'], year: '2028' }
  })
}

for (const [name, path] of [
  ['home', () => '/'],
  ['machines', () => '/myMiner'],
  // The world's month, which the browser's clock does not know before the first answer.
  ['calendar', () => `/myMiner?view=calendar&month=${noon.slice(0, 7)}`],
  ['statement', (machine: Row) => `/myMiner?view=statement&machine=${machine.minerNo}&by=day`],
] as const) {
  test(`${name} of somebody with a thousand machines, from cold on a slow phone`, async ({ owner, machine }) => {
    const { page, context } = await owner.on()
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await ownMany(page, machine)
    const speed = await measure(context, page, path(machine))
    console.log(`${name}: ${JSON.stringify(speed)}`)
    expect(speed.shift).toBeLessThanOrEqual(shiftMax)
  })
}

test('of hundreds of machines only those in sight move', async ({ owner: { page }, machine }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await ownMany(page, machine, readMachines)
  await visit(page, '/myMiner')
  const rows = page.locator('main ul > li')
  while ((await rows.count()) < readMachines) await readOn(page, rows)
  const [first, last] = [rows.first(), rows.last()]
  await last.scrollIntoViewIfNeeded()
  // What was in sight a moment ago may tick once more.
  await expect.poll(() => first.evaluate((row) => row.firstElementChild!.checkVisibility({ contentVisibilityAuto: true }))).toBe(false)
  const [far, near] = [await first.textContent(), await last.textContent()]
  await expect.poll(() => last.textContent()).not.toBe(near)
  expect(await first.textContent()).toBe(far)
  await first.scrollIntoViewIfNeeded()
  await expect.poll(() => first.textContent()).not.toBe(far)
})
