import { expect, test as base, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { openPhone, type OpenPhone, type Phone } from './browser.ts'
import { enter, openDesk, type Desk } from './console.ts'
import type { Role } from './operators.ts'
import { join, type Person } from './person.ts'
import { startWorld, type World } from './world.ts'

/** Which world a file's tests stand in. */
export interface WorldChoice {
  /** A name gives the file a world of its own, which it may move; without one its tests share the worker's. */
  story: string
  /** When the world begins; an empty text means now. */
  startsAt: string
}

interface WorkerFixtures extends WorldChoice {
  world: World
}

interface TestFixtures {
  /** What kind of phone `page` and `person` are. */
  phone: Phone
  /** The default phone's errors of page and console. */
  faults: string[]
  /** Opens a further phone of nobody; it is closed when the test ends. */
  openPhone: (phone?: Phone) => Promise<OpenPhone>
  /** Opens a window on the console as one of the demo's people, or as nobody; it is closed when the test ends, and then had no errors. */
  desk: (role?: Role, path?: string, choice?: DeskChoice) => Promise<OpenPhone>
  /** Somebody new, signed in on a phone of their own. */
  person: Person
  /** Further people, each on a phone of their own. */
  join: (phone?: Phone) => Promise<Person>
}

interface DeskChoice extends Desk {
  /** Which of the demo's people of the role. */
  person?: number
  /** What is done to the window before anybody goes in. */
  prepare?: (context: BrowserContext) => Promise<unknown>
  /** Whether errors of the page are the test's own doing, such as a line that is lost. */
  mayFail?: boolean
}

interface Kept {
  opened: OpenPhone
  serverLog: void
}

/** Noon of the platform's day: a test that counts hours starts in the middle of one day. */
export const noon = '2026-11-20T04:00:00Z'

/** Closes a phone; an answer that a mock was still changing interests nobody any more. */
async function leave({ context }: OpenPhone): Promise<void> {
  const pages = context.pages()
  for (const on of pages.length > 0 ? [context, ...pages] : []) await on.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
}

export const test = base.extend<TestFixtures & Kept, WorkerFixtures>({
  story: ['', { option: true, scope: 'worker' }],
  startsAt: [noon, { option: true, scope: 'worker' }],
  world: [
    async ({ startsAt }, use) => {
      const world = await startWorld(startsAt)
      await use(world)
      await world.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  phone: [{}, { option: true }],
  opened: async ({ browser, world, phone }, use) => {
    const opened = await openPhone(browser, world.url, phone)
    await use(opened)
    await leave(opened)
  },
  context: ({ opened }, use) => use(opened.context),
  page: ({ opened }, use) => use(opened.page),
  faults: ({ opened }, use) => use(opened.faults),
  openPhone: async ({ browser, world }, use) => {
    const all: OpenPhone[] = []
    await use(async (phone) => {
      const opened = await openPhone(browser, world.url, phone)
      all.push(opened)
      return opened
    })
    await Promise.all(all.map(leave))
  },
  desk: async ({ browser, world }, use) => {
    const all: (OpenPhone & { mayFail: boolean })[] = []
    await use(async (role, path, { person, prepare, mayFail = false, ...look } = {}) => {
      const opened = await openDesk(browser, world, look)
      all.push({ ...opened, mayFail })
      await prepare?.(opened.context)
      if (role) await enter(opened.page, role, person, path)
      return opened
    })
    const faults = all.flatMap((one) => (one.mayFail ? [] : one.faults))
    await Promise.all(all.map(leave))
    expect(faults).toEqual([])
  },
  person: async ({ world, openPhone, phone }, use) => use(await join(world, openPhone, phone)),
  join: ({ world, openPhone }, use) => use((phone) => join(world, openPhone, phone)),
  serverLog: [
    async ({ world }, use, info) => {
      const from = world.log.length
      await use()
      if (info.status === info.expectedStatus) return
      await info.attach('server.log', { body: world.log.slice(from).join('') || 'nothing', contentType: 'text/plain' })
    },
    { auto: true },
  ],
})

export { expect }
export type { Browser, BrowserContext, Page }
