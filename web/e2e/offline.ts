import { test as base, type Page } from './fixtures.ts'
import { keptOn } from './journey.ts'
import type { Person } from './person.ts'

/** Somebody with a node of their own. */
export const test = base.extend<{ owner: Person }>({
  owner: async ({ person }, use) => {
    await person.fund('600')
    const { termsVersion } = await person.call('/api/node/detail', { id: 'nodeDiamond' })
    const node = { nodeId: 'nodeDiamond', quantity: 1, payType: 'balance', termsVersion } as const
    await person.call('/api/node/purchase', { ...node, requestId: 'a-node-of-my-own' })
    await use(person)
  },
})

/** Waits until words stand on the screen. */
export const reads = async (page: Page, words: readonly string[]) => {
  for (const one of words) await page.locator('main').getByText(one).first().waitFor()
}

/** The calls whose answers the phone has kept. */
export async function keptCalls(page: Page): Promise<string[]> {
  const all = (await keptOn(page)) as [string, { state?: { queries: { queryKey: unknown[] }[] } }][]
  return all.flatMap(([, { state }]) => state?.queries.map(({ queryKey }) => String(queryKey[0])) ?? [])
}

/** Each screen, the call it rests on, and what is on it as it was read. */
export const screens = [
  { path: '/team', call: '/api/team/summary', read: ['My level', 'How it works'] },
  { path: '/team?tab=friends', call: '/api/team/friends', read: ['Nobody here yet'] },
  { path: '/share', call: '/api/team/friends', read: ['#/?pusername=', 'Nobody has joined by your link yet', 'Referral rewards to date'] },
  { path: '/chain', call: '/api/node/mine', read: ['Star node', 'Cooling-off'] },
  { path: '/chainDetails?id=nodeDiamond', call: '/api/node/detail', read: ['How a dividend is calculated'] },
  { path: '/dividendPool', call: '/api/node/dividendPool', read: ['No month has been closed yet', 'King'] },
] as const
