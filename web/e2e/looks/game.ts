import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import type { Data } from '../../kit/src/api/contract.ts'
import { blank } from '../browser.ts'
import { GameMock, keepReceipt, periodAgo, type Scene } from '../gameMock.ts'
import { visit, type States } from '../looks.ts'
import { answered, callTo } from '../mocks.ts'

interface Shown {
  scene: Scene
  /** Whether this device joined the round before. */
  hasReceipt?: boolean
  path?: string
}

/** Each state the screen can be in, by what makes it. */
const scenes = {
  open: { scene: { at: 30, state: 'open' } },
  empty: { scene: { at: 30, state: 'open', entries: 0, points: 0, hasHistory: false } },
  poor: { scene: { at: 30, state: 'open', points: 0 } },
  longAgo: { scene: { at: 30, state: 'open', previous: { period: '20260601-100', mineNo: 3, heldFor: 864_000 } }, hasReceipt: true },
  joined: { scene: { at: 90, state: 'open', mine: { box: 7, amount: 500 } } },
  locked: { scene: { at: 275, state: 'locked' } },
  waiting: { scene: { at: 600, state: 'waiting' } },
  drawn: { scene: { at: 292, state: 'drawn' } },
  full: { scene: { at: 30, state: 'open', reason: 'full' } },
  stopped: { scene: { at: 30, state: 'open', reason: 'stopped' } },
  clock: { scene: { at: 30, state: 'open', reason: 'clock' } },
  no_age: { scene: { at: 30, state: 'open', guard: 'no_age' } },
  on_break: { scene: { at: 30, state: 'open', guard: 'on_break' } },
  never_again: { scene: { at: 30, state: 'open', guard: 'never_again' } },
  limit: { scene: { at: 30, state: 'open', guard: 'limit' } },
  reality: { scene: { at: 30, state: 'open', guard: 'reality' } },
  won: { scene: { at: 30, state: 'open', previous: { period: '20260601-144', mineNo: 3 } }, hasReceipt: true },
  no_prize: { scene: { at: 30, state: 'open', previous: { period: '20260601-143', mineNo: 2 } }, hasReceipt: true },
  refunded: { scene: { at: 30, state: 'open', previous: { period: '20260601-142', mineNo: 3, refundedFor: 'no_anchor' } }, hasReceipt: true },
  void: { scene: { at: 30, state: 'open', previous: { period: '20260601-140', mineNo: 3, refundedFor: 'no_beacon' } }, hasReceipt: true },
  late: { scene: { at: 600, state: 'waiting', previous: { period: periodAgo(10), mineNo: 3, waits: true } }, hasReceipt: true },
  rotated: { scene: { at: 30, state: 'open', previous: { period: '20260601-138', mineNo: 3 }, receiptKeys: 'rotated' }, hasReceipt: true },
  stranger: { scene: { at: 30, state: 'open', previous: { period: '20260601-137', mineNo: 3 }, receiptKeys: 'stranger' }, hasReceipt: true },
  spoilt: { scene: { at: 30, state: 'open', previous: { period: '20260601-141', mineNo: 2, spoilt: true } }, hasReceipt: true },
  foreign: { scene: { at: 30, state: 'open', previous: { period: '20260601-136', mineNo: 3 }, chain: 'foreign' }, hasReceipt: true },
  unread: { scene: { at: 30, state: 'open', previous: { period: '20260601-135', mineNo: 3 }, chain: 'away' }, hasReceipt: true },
  roundUnread: {
    scene: { at: 30, state: 'open', previous: { period: '20260601-135', mineNo: 3 }, chain: 'away' },
    hasReceipt: true,
    path: '&view=history&period=20260601-135',
  },
  history: { scene: { at: 30, state: 'open' }, path: '&view=history' },
  historyEmpty: { scene: { at: 30, state: 'open', hasHistory: false }, path: '&view=history' },
  record: { scene: { at: 30, state: 'open' }, path: '&view=record' },
  recordEmpty: { scene: { at: 30, state: 'open', hasHistory: false }, path: '&view=record' },
  round: { scene: { at: 30, state: 'open', previous: { period: '20260601-144', mineNo: 3 } }, hasReceipt: true, path: '&view=history&period=20260601-144' },
  limits: { scene: { at: 30, state: 'open' }, path: '&view=limits' },
  limitsWaiting: { scene: { at: 30, state: 'open', raise: 'waiting' }, path: '&view=limits' },
  limitsReady: { scene: { at: 30, state: 'open', raise: 'ready' }, path: '&view=limits' },
  limitsBreak: { scene: { at: 30, state: 'open', guard: 'on_break' }, path: '&view=limits' },
  limitsNever: { scene: { at: 30, state: 'open', guard: 'never_again' }, path: '&view=limits' },
  breakAsked: { scene: { at: 30, state: 'open' }, path: '&view=limits&break=permanent' },
  roundFailed: {
    scene: { at: 30, state: 'open', previous: { period: '20260601-144', mineNo: 3, spoilt: true } },
    hasReceipt: true,
    path: '&view=history&period=20260601-144',
  },
  roundMissing: {
    scene: { at: 30, state: 'open', previous: { period: '20260601-134', mineNo: 3, gone: 'missing' } },
    hasReceipt: true,
    path: '&view=history&period=20260601-134',
  },
  roundEmpty: {
    scene: { at: 30, state: 'open', previous: { period: '20260601-133', mineNo: 3, gone: 'empty' } },
    hasReceipt: true,
    path: '&view=history&period=20260601-133',
  },
  roundEndless: {
    scene: { at: 30, state: 'open', previous: { period: '20260601-132', mineNo: 3, waits: true } },
    hasReceipt: true,
    path: '&view=history&period=20260601-132',
  },
  exchange: { scene: { at: 30, state: 'open' }, path: '&sheet=exchange' },
  fairness: { scene: { at: 30, state: 'open' }, path: '&sheet=fairness' },
} satisfies Record<string, Shown>

/** States whose screen is a sheet. */
const sheets = ['round', 'roundFailed', 'roundMissing', 'roundUnread', 'fairness', 'exchange', 'breakAsked']

const mocks = new WeakMap<BrowserContext, GameMock>()

/** The mock that answers a phone's calls of the game, installed at its first use. */
export async function mockOf(page: Page): Promise<GameMock> {
  const context = page.context()
  const mock = mocks.get(context) ?? new GameMock()
  if (!mocks.has(context)) {
    mocks.set(context, mock)
    await mock.install(context)
    await page.goto(blank)
  }
  return mock
}

/** Shows a state; the device verifies what there is to verify. */
export async function showGame(page: Page, name: keyof typeof scenes): Promise<void> {
  const { scene, hasReceipt, path = '' }: Shown = scenes[name]
  const mock = await mockOf(page)
  mock.begin(scene)
  await keepReceipt(page, hasReceipt ? scene.previous : undefined)
  await visit(page, `/trade?tab=box${path}`)
  if ((hasReceipt && !scene.previous?.waits && !scene.previous?.heldFor) || name.startsWith('round'))
    await page
      .getByText(/[✔✘]|^\?$/)
      .first()
      .waitFor()
}

// The statement of the document of calls, in which the user has a node.
const document = readFileSync(join(import.meta.dirname, '../../../docs/api.md'), 'utf8')
const [, text = ''] = /```\n(\{"format":"etld dividend 1".*\})\n```/.exec(document) ?? []
const [, hash = ''] = /Its hash is `([0-9a-f]{64})`/.exec(document) ?? []
export const dividendStatement = { ...(JSON.parse(text) as Data<'/api/node/statement'>), hash }

/** Lets the user's node have counted in a month, and the platform show a statement of it. */
export async function holdDividend(page: Page, shown = dividendStatement): Promise<void> {
  const { month, level, rows } = dividendStatement
  const { newPurchases, repurchases, cutOff, paidAt, opening, shares: brought, funded, pool, base, floorNodes, weights } = dividendStatement
  const mine = { myRows: rows.slice(0, 1), myAmount: '0', myNodes: 1, myWeight: 30, nodes: 1, lastDividends: [], weightedDividend: null }
  const whole = { level, opening, shares: brought, funded, pool, base, floorNodes, weights, ...mine }
  const times = { cutOff, paidAt, nextPaymentAt: paidAt, serverTime: paidAt }
  const pools = { month, months: [month], isOpen: false, newPurchases, repurchases, pools: [whole], ...times }
  await page.route(callTo('/api/node/dividendPool'), (route) => route.fulfill(answered('/api/node/dividendPool', pools)))
  await page.route(callTo('/api/node/statement'), (route) => route.fulfill(answered('/api/node/statement', shown)))
}

/** States that look as another does, and are told apart by what is verified (`gameStates.e2e.ts`). */
const alike = ['rotated', 'stranger', 'roundEmpty', 'roundEndless']

export const states: States = {
  ...Object.fromEntries(
    (Object.keys(scenes) as (keyof typeof scenes)[])
      .filter((name) => !alike.includes(name))
      .map((name) => [`game-${name}`, { show: (page: Page) => showGame(page, name), isSheet: sheets.includes(name) }]),
  ),
  checksWithRounds: {
    show: async (page) => {
      await showGame(page, 'spoilt')
      await holdDividend(page)
      await visit(page, '/wallet?view=checks')
    },
  },
}
