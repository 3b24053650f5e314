import type { Page } from '@playwright/test'
import type { Language } from '../browser.ts'
import { enter } from '../console.ts'
import type { Role } from '../operators.ts'
import type { States } from '../looks.ts'
import rows from '../rows.json' with { type: 'json' }
import { answeredToOperator, changeOperatorAnswer } from '../mocks.ts'
import { textOf } from '../texts.ts'
import { screen } from './console.ts'

/** The page of who plays, whom most of the lists know, as a role sees it. */
async function showPerson(page: Page, role: Role): Promise<void> {
  await enter(page, 'risk', 1, '/entries')
  await page.locator('[data-row]').first().click()
  const way = await page.getByRole('complementary').locator('a[href*="people?id="]').first().getAttribute('href')
  await enter(page, role, 1, way!.slice(1))
  // The menu has headings too, and the screen before stays until this one is there.
  await page.locator('main section header h2').nth(1).waitFor()
}

/** A record whose trail an auditor reads. */
async function showTrail(page: Page, language: Language, show: () => Promise<unknown>): Promise<void> {
  await show()
  await page
    .getByRole('heading', { name: textOf(language, 'console-boards', 'audit.trail'), exact: true })
    .first()
    .waitFor()
}

/** Payouts after a restore from an older copy, which forgot one. */
async function showPayouts(page: Page): Promise<void> {
  const txHash = `0x${'5c'.repeat(32)}`
  const row = { txHash, network: 'BEP-20', nonce: 41, reference: 'W2026112300000041', recipient: `0x${'a1'.repeat(20)}`, quantity: '90' }
  const list = [{ ...row, currency: 'USDT' as const, signedAt: '2026-11-23T06:00:00Z', foundAt: '2026-11-23T07:00:00Z' }]
  const answer = answeredToOperator('payouts/forgotten', { list, nextCursor: '', hasMore: false })
  await page.route('**/operator/api/payouts/forgotten', (route) => route.fulfill(answer))
  await screen('finance_checker', '/payouts').show(page, 'en')
  await page.getByText(row.reference).waitFor()
}

/** Opens the form of an act, in the language of the look. */
async function openForm(page: Page, language: Language, path: string): Promise<void> {
  const name = textOf(language, 'console-acts', `call.${path}`)
  await page.getByRole('button', { name, exact: true }).first().click()
  await page
    .locator('form')
    .filter({ has: page.getByRole('button', { name, exact: true }) })
    .waitFor()
}

/** What a job parked, which none of a demo's does. */
async function showParked(page: Page, language: Language): Promise<void> {
  const answer = answeredToOperator('jobs/parked', { list: [rows.parked], nextCursor: '', hasMore: false })
  await page.route('**/operator/api/jobs/parked', (route) => route.fulfill(answer))
  await screen('risk', '/parked', true).show(page, language)
  await page.unroute('**/operator/api/jobs/parked')
}

/** Two jobs that somebody has to look at, which none of a demo's is. */
async function showFailing(page: Page): Promise<void> {
  const path = '**/operator/api/jobs/list'
  await changeOperatorAnswer(page, 'jobs/list', ({ list }) => {
    Object.assign(list[1]!, { isBehind: true, failures: 3, cause: 'the database does not answer' })
    Object.assign(list[2]!, { parked: 2 })
  })
  await screen('risk', '/jobs', true).show(page, 'en')
  await page.unroute(path)
}

/** A form that is whole, and what it would do, or why it would be refused. */
async function showTrial(page: Page, language: Language, person: number, pool: string, said: string): Promise<void> {
  await enter(page, 'finance_maker', person, '/money')
  await openForm(page, language, 'pools/fund')
  const field = (name: string) => page.locator('form').getByLabel(textOf(language, 'console-words', `field.${name}`))
  await field('pool').selectOption(pool)
  await field('currency').selectOption('USDT')
  await field('amount').fill('1250.5')
  await field('evidence').fill(`0x${'5a'.repeat(32)}`)
  await field('reason').fill('2026-12')
  await page.getByText(textOf(language, 'console', said)).waitFor()
}

/** The form by which a payout that failed is given up. */
async function showGiveUp(page: Page, language: Language): Promise<void> {
  const at = '2026-11-23T06:00:00Z'
  const withdrawNo = 'W2026112300000042'
  const row = { withdrawNo, network: 'BEP-20', currency: 'USDT' as const, amount: '90', issue: 1, explorer: '', timeline: [], createdAt: at, updatedAt: at }
  const list = [{ ...row, state: 'needs_attention' as const, reason: 'reverted', proof: 'reverted' as const, txHash: `0x${'5d'.repeat(32)}` }]
  const answer = answeredToOperator('payouts/attention', { list, nextCursor: '', hasMore: false })
  await page.route('**/operator/api/payouts/attention', (route) => route.fulfill(answer))
  await screen('finance_maker', '/payouts', true).show(page, language)
  await openForm(page, language, 'withdrawals/giveUp')
  await page.unroute('**/operator/api/payouts/attention')
}

/** The form of an act that a screen opens below its title. */
const formOn = (role: Role, path: string, act: string): States[string] => ({
  show: async (page, language) => {
    await enter(page, role, 1, path)
    await openForm(page, language, act)
  },
  isMoved: true,
})

/** What is seldom opened, and forms that a press opens: for the run that looks at everything. */
export const rareScreens: States = {
  consoleFlagForm: {
    show: async (page, language) => {
      await showPerson(page, 'risk')
      await openForm(page, language, 'users/flag')
    },
    isMoved: true,
  },
  consoleGiveUp: { show: showGiveUp, isMoved: true },
  consoleDebitBack: screen('finance_maker', '/proposals?state=executed&forMe=&withoutQueues=&kind=backend_debit', true),
  consoleMoveCapital: formOn('finance_maker', '/money', 'capital/move'),
  consoleTrial: { show: (page, language) => showTrial(page, language, 1, 'diamond', 'trial.title'), isMoved: true },
  // One about the interest pool waits already; what one person typed another does not see.
  consoleTrialRefused: { show: (page, language) => showTrial(page, language, 2, 'interest', 'form.pending'), isMoved: true },
  consoleFailing: { show: showFailing, isMoved: true },
  consoleWaitingRoles: screen('risk', '/waiting-roles'),
  consoleSuspended: screen('risk', '/suspended', true),
  consoleDebits: screen('support', '/debits', true),
  consoleFlags: screen('risk', '/flags', true),
  consoleEntries: screen('risk', '/entries', true),
  consoleIntents: screen('finance_checker', '/intents', true),
  consoleStaffTrail: { show: (page, language) => showTrail(page, language, () => screen('auditor', '/staff', true).show(page, language)), isMoved: true },
  consoleCarriers: screen('catalogue', '/carriers', true),
  consoleParked: { show: showParked, isMoved: true },
}

/** The console's screens on which something is set, sold, paid or looked at. */
export const screens: States = {
  consoleParams: screen('catalogue', '/params', true),
  consoleChangelog: screen('auditor', '/changelog', true),
  consoleStops: screen('risk', '/stops', true),
  consoleMoney: screen('finance_maker', '/money'),
  consoleBids: screen('finance_maker', '/bids', true),
  consoleMachines: screen('catalogue', '/machines', true),
  consoleNodes: screen('catalogue', '/nodes', true),
  consoleGoods: screen('catalogue', '/goods', true),
  consolePictures: screen('catalogue', '/pictures', true),
  consoleBanners: screen('editor', '/banners', true),
  consoleLacking: screen('editor', '/lacking', true),
  consoleDividends: screen('finance_checker', '/dividends', true),
  consolePeople: screen('risk', '/people'),
  consolePerson: { show: (page) => showPerson(page, 'finance_checker'), isMoved: true },
  consolePersonTrail: { show: (page, language) => showTrail(page, language, () => showPerson(page, 'auditor')), isMoved: true },
  consoleStaff: screen('administrator', '/staff', true),
  consoleToday: screen('risk', '/today'),
  consoleFigures: screen('risk', '/figures'),
  consoleChain: screen('finance_checker', '/chain'),
  consoleJobs: screen('risk', '/jobs', true),
  consoleRounds: screen('risk', '/rounds', true),
  consoleTransfers: screen('finance_checker', '/transfers', true),
  consolePayouts: { show: showPayouts },
  consoleRewards: screen('risk', '/rewards', true),
}
