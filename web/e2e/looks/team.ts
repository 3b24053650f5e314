import type { Page } from '@playwright/test'
import type { Language } from '../browser.ts'
import { forgetShifts } from '../inspect.ts'
import { visit, type State, type States } from '../looks.ts'
import { changeAnswer, refused } from '../mocks.ts'
import { textOf } from '../texts.ts'

/** States that a new world does not come to by itself: a referrer at his cap, a level from a node, a year of statements. */
async function pretend(page: Page): Promise<void> {
  await changeAnswer(page, '/api/team/summary', (team) => ({
    ...team,
    level: 3,
    levelEarned: 1,
    levelGift: 3,
    referralCap: { ...team.referralCap, rest: '0' },
  }))
  await changeAnswer(page, '/api/node/dividendPool', (open) => ({
    ...open,
    pools: open.pools.map((pool, place) => ({
      ...pool,
      lastDividends: Array.from({ length: 12 }, (_, index) => ({
        month: `2026-${String(12 - index).padStart(2, '0')}`,
        pool: String((index + 1) * (place + 2) * 113.25),
        full: '0.4',
      })),
    })),
  }))
}

async function refuse(page: Page): Promise<void> {
  await page.route(/\/api\/(team|node)\//, (route) => route.fulfill(refused(1008, '—')))
}

const retry = (page: Page, language: Language) => page.getByRole('button', { name: textOf(language, 'common', 'retry') }).first()

/** A screen over other answers, which are the server's own again afterwards. */
function mocked(path: string, mock: (page: Page) => Promise<void>, check?: (page: Page, language: Language) => Promise<void>): State {
  return {
    show: async (page, language) => {
      await mock(page)
      await visit(page, path)
      await check?.(page, language)
      await page.unrouteAll({ behavior: 'wait' })
    },
  }
}

function named(prefix: string, paths: string[], stateOf: (path: string) => State): States {
  return Object.fromEntries(paths.map((path) => [`${prefix}-${path.slice(1).replace(/[?=&]/g, '-')}`, stateOf(path)]))
}

export const states: States = {
  ...named('team-pretended', ['/share', '/team', '/team?tab=rewards', '/dividendPool'], (path) => mocked(path, pretend)),
  // A server that refuses to tell is said so, with a way to ask again.
  ...named('team-refused', ['/share', '/team', '/chain', '/chainDetails?id=nodeDiamond', '/dividendPool'], (path) =>
    mocked(path, refuse, async (page, language) => {
      await retry(page, language).waitFor()
      // What failed is smaller than what was expected; that it moves then is no flaw.
      await page.evaluate(forgetShifts)
    }),
  ),
}
