import type { Page } from '@playwright/test'
import type { Data, Path } from '../../kit/src/api/contract.ts'
import type { Language } from '../browser.ts'
import { expect, noon } from '../fixtures.ts'
import { opens } from '../inspect.ts'
import { apiCall } from '../journey.ts'
import { at, visit, type State, type States } from '../looks.ts'
import { asOfADay, changeAnswer, topUp } from '../mocks.ts'
import { textOf } from '../texts.ts'
import { pressed, runningMachine } from './screens.ts'

const later = '2026-11-23T06:00:00Z'
const laterSaid = '23 Nov 2026, 14:00 UTC+8'
const leaves = `Announced: on sale until ${laterSaid}.`

/** What a screen says in English. */
const says =
  (...words: string[]) =>
  async (page: Page, language: Language) => {
    if (language === 'en') for (const one of words) await expect(page.getByRole('main').getByText(one)).toBeVisible()
  }

/** A screen over an answer that says something else than this world's. */
function changed<P extends Path>(
  path: string,
  answer: P,
  change: (data: Data<P>) => Data<P>,
  press?: (page: Page, language: Language) => Promise<void>,
): State {
  return {
    show: async (page, language) => {
      await changeAnswer(page, answer, change)
      await visit(page, path)
      await press?.(page, language)
      await page.unrouteAll({ behavior: 'wait' })
    },
  }
}

/** A month with a line of each kind: posted up to today, certain after it. */
function calendarOf({ month, today }: Data<'/api/miner/calendar'>): Pick<Data<'/api/miner/calendar'>, 'days' | 'sums'> {
  const kinds = ['interest', 'output', 'dividend', 'referral', 'level', 'acceleration', 'principal', 'break'] as const
  const days = Array.from({ length: 28 }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`).map((day, index) => {
    const posted = day <= today
    const lines = kinds
      .filter((kind, place) => (day === today ? kind !== 'break' : posted ? place < index % 5 : place === 0 || (kind === 'principal' && index % 9 === 0)))
      .map((kind) => ({
        kind,
        posted,
        currency: kind === 'output' ? ('ETLD' as const) : kind === 'break' ? ('' as const) : ('USDT' as const),
        amount: kind === 'principal' ? '10000' : '1234.56789012',
        count: 3,
        at: `${day}T04:00:00Z`,
        minerNo: kind === 'principal' ? '0123456789abcdefghijklmnop' : '',
      }))
    const sum = { currency: 'USDT' as const, posted: posted ? '1234.56789012' : '0', coming: posted ? '0' : '1234.56789012' }
    return { day, sums: lines.length > 0 ? [sum] : [], lines }
  })
  return {
    days: days.filter(({ lines }) => lines.length > 0),
    sums: [
      { currency: 'USDT', posted: '31234.56789012', coming: '4321.12345678' },
      { currency: 'ETLD', posted: '1234.56789012', coming: '0' },
    ],
  }
}

/** What a screen says at times only: an announced change, a wait, something outside. */
export const moments: States = {
  announcedPrice: changed(
    '/productsDetails?id=walletPouch',
    '/api/shop/goodsInfo',
    (goods) => ({ ...goods, nextPrice: { price: '19.5', priceCurrency: 'USDT', from: later }, offSaleAt: later }),
    says(`Announced: from ${laterSaid} it costs 19.50 USDT. ${leaves}`),
  ),
  heldByUnpaid: changed(
    '/productsDetails?id=walletPouch',
    '/api/shop/goodsInfo',
    (goods) => ({ ...goods, onChainMax: 0 }),
    async (page, language) => {
      await page.locator('main [type=radio]').last().click()
      await says('A payment from the wallet can reserve only part of what is left. Pay from your balance, or try again later.')(page, language)
      await expect(page.getByText('Sold out')).toHaveCount(0)
    },
  ),
  changingMachine: changed(
    '/goods?id=machineSmall',
    '/api/miner/detail',
    (offer) => ({
      ...offer,
      nextTerms: { price: '110', power: 2, termDays: 60, dailyRate: '0.0003', etldCap: '30', perUserLimit: 5, from: later },
      offSaleAt: later,
    }),
    says(
      `Announced: from ${laterSaid} a machine costs 110.00 USDT, has 2 T and runs for 60 days, at 0.03% a day and 30.00 ETLD at most; each user may have 5.`,
      leaves,
    ),
  ),
  leavingLevel: changed('/chainDetails?id=nodeStar', '/api/node/detail', (level) => ({ ...level, offSaleAt: later }), says(leaves)),
  year: {
    show: async (page) => {
      await visit(page, '/wallet?view=year')
      await page.locator('main button').click()
      await page.locator('main dl').first().waitFor()
    },
  },
  push: at('/mine?view=push'),
  pushQuiet: {
    show: async (page) => {
      await visit(page, '/mine?view=push')
      await page.getByRole('switch').last().click()
      await page.locator('input[type=time]').first().waitFor()
    },
    isMoved: true,
  },
  palette: {
    show: async (page) => {
      await visit(page, '/lang')
      // What listens comes when the page is quiet.
      await opens(page, 'Control+k', page.getByRole('dialog'))
    },
    isSheet: true,
  },
  matured: {
    show: async (page) => {
      await changeAnswer(page, '/api/miner/myDetail', (machine) => ({ ...machine, status: 'completed' as const, phase: 'matured' }))
      await visit(page, `/myMiner?id=${await runningMachine(page)}`)
      await page.unrouteAll({ behavior: 'wait' })
    },
    isSheet: true,
  },
  soldEachDay: {
    show: async (page, language) => {
      const day = (period: string, output: string) => ({ period, output, interest: '0.02', principal: '0' })
      await changeAnswer(page, '/api/miner/statement', (statement) => ({
        ...statement,
        year: '2026',
        years: ['2026'],
        list: [day('2026-11-20', '1234.5'), day('2026-11-21', '3.56789012')],
      }))
      await changeAnswer(page, '/api/main/priceHistory', (history) => ({
        ...history,
        list: [{ at: '2026-11-19T16:00:00Z', open: '0.5', high: '0.5', low: '0.5', close: '0.51234567' }],
      }))
      await visit(page, `/myMiner?id=${await runningMachine(page)}`)
      await page.getByText(textOf(language, 'machine', 'mine.soldEachDay')).click()
      await page.getByRole('region', { name: textOf(language, 'help', 'sold.label') }).scrollIntoViewIfNeeded()
      await page.unrouteAll({ behavior: 'wait' })
    },
    isSheet: true,
    isMoved: true,
  },
  // The world's month stands in the address: a browser of another month would show its own until the answer is there.
  calendar: changed(`/myMiner?view=calendar&month=${noon.slice(0, 7)}`, '/api/miner/calendar', (month) => ({ ...month, ...calendarOf(month) })),
  calendarLink: {
    show: async (page, language) => {
      await visit(page, '/myMiner?view=calendar')
      await page.locator('main details summary').click()
      const [make, anew] = (['link.make', 'link.anew'] as const).map((key) => page.getByRole('button', { name: textOf(language, 'calendar', key) }))
      await make!.or(anew!).click()
      await page.locator('main details .bg-sunk .fig').waitFor()
    },
    isMoved: true,
  },
  statement: { show: async (page) => visit(page, `/myMiner?view=statement&by=day&machine=${await runningMachine(page)}`) },
  dugOut: changed(
    '/myMiner',
    '/api/miner/minerStatistics',
    (sums) => ({ ...sums, running: 3, dugOut: 2 }),
    async (page, language) => {
      const running = page.getByRole('region', { name: 'Statistics' }).locator('div', { has: page.getByText('Running', { exact: true }) })
      if (language === 'en') await expect(running.last()).toContainText('3and 2 dug out')
    },
  ),
  newAddress: changed('/order?view=address', '/api/address/list', (addresses) => ({
    ...addresses,
    list: addresses.list.map((address) => ({ ...address, readyAt: later })),
  })),
  article: {
    show: async (page) => {
      await changeAnswer(page, '/api/main/newInfo', (article) => ({
        ...article,
        body: `<p><a href="https://example.org/a-page-elsewhere">${article.title}</a> <a href="#/team">${article.title}</a></p>${article.body}`,
      }))
      const { list } = await apiCall(page, '/api/main/news')
      await visit(page, `/newsDetails?id=${list[0]!.id}`)
      await page.unrouteAll({ behavior: 'wait' })
    },
  },
  whatIf: changed('/goods?id=machineSmall', '/api/miner/detail', asOfADay, async (page) => {
    await page.locator('main details summary').first().click()
    await page.getByRole('slider').first().waitFor()
  }),
  explained: {
    show: async (page) => {
      await visit(page, '/goods?id=machineSmall')
      for (const word of await page.locator('main button[aria-expanded]').all()) await word.click()
      await page.locator('main button + [role=status]').nth(2).waitFor()
    },
    isMoved: true,
  },
  moneyUnderWay: changed(
    '/wallet',
    '/api/userAccount/underWay',
    (answer) => ({
      ...answer,
      list: [
        topUp({ kind: 'payment', no: 'AN-INTENT', purpose: 'machine', amount: '105' }),
        topUp({ kind: 'withdrawal', no: 'W', amount: '105', step: 'review', confirmations: 0, requiredConfirmations: 0, usualMinutes: 150, wayOut: 'cancel' }),
      ],
    }),
    async (page) => {
      await page.locator('aside button[aria-expanded]').last().click()
      await page.locator('aside li').nth(1).waitFor()
    },
  ),
  signOut: pressed('/mine', (page) => page.locator('main button').last().click()),
}
