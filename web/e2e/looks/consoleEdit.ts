import type { Page } from '@playwright/test'
import { enter } from '../console.ts'
import type { States } from '../looks.ts'
import { screen } from './console.ts'

/** A person's page, by the id that stands at a transfer. */
async function showPerson(page: Page): Promise<void> {
  await enter(page, 'finance_checker', 1, '/transfers')
  await page.locator('[data-row]').first().click()
  const id = await page
    .getByText(/^01[0-9A-Z]{22}$/)
    .first()
    .innerText()
  await page.goto(`/operator/?as=finance_checker1#/people?id=${id}`)
  // The menu has headings too, and the screen before stays until this one is there.
  await page.locator('main section header h2').nth(1).waitFor()
}

/** Payouts after a restore from an older copy, which forgot one. */
async function showPayouts(page: Page): Promise<void> {
  const txHash = `0x${'5c'.repeat(32)}`
  const row = { txHash, network: 'BEP-20', nonce: 41, reference: 'W2026112300000041', recipient: `0x${'a1'.repeat(20)}`, currency: 'USDT', quantity: '90' }
  const list = [{ ...row, signedAt: '2026-11-23T06:00:00Z', foundAt: '2026-11-23T07:00:00Z' }]
  await page.route('**/operator/api/payouts/forgotten', (route) =>
    route.fulfill({ json: { code: 200, message: '', data: { list, nextCursor: '', hasMore: false } } }),
  )
  await screen('finance_checker', '/payouts').show(page, 'en')
  await page.getByText(row.reference).waitFor()
}

/** Those that show little in the world of the looks: for the run that looks at everything. */
export const rareScreens: States = {
  consoleWaitingRoles: screen('risk', '/waiting-roles'),
  consoleSuspended: screen('risk', '/suspended'),
  consoleFlags: screen('risk', '/flags'),
  consoleEntries: screen('risk', '/entries'),
  consoleIntents: screen('finance_checker', '/intents'),
  consoleCarriers: screen('catalogue', '/carriers', true),
  consoleParked: screen('risk', '/parked'),
}

/** The console's screens on which something is set, sold, paid or looked at. */
export const screens: States = {
  consoleParams: screen('catalogue', '/params', true),
  consoleChangelog: screen('auditor', '/changelog'),
  consoleStops: screen('risk', '/stops', true),
  consoleMoney: screen('finance_maker', '/money'),
  consoleBids: screen('finance_maker', '/bids', true),
  consoleMachines: screen('catalogue', '/machines', true),
  consoleNodes: screen('catalogue', '/nodes', true),
  consoleGoods: screen('catalogue', '/goods', true),
  consolePictures: screen('catalogue', '/pictures', true),
  consoleBanners: screen('editor', '/banners'),
  consoleLacking: screen('editor', '/lacking'),
  consoleDividends: screen('finance_checker', '/dividends'),
  consolePeople: screen('risk', '/people'),
  consolePerson: { show: showPerson, isMoved: true },
  consoleStaff: screen('administrator', '/staff', true),
  consoleToday: screen('risk', '/today'),
  consoleFigures: screen('risk', '/figures'),
  consoleChain: screen('finance_checker', '/chain'),
  consoleJobs: screen('risk', '/jobs', true),
  consoleRounds: screen('risk', '/rounds'),
  consoleTransfers: screen('finance_checker', '/transfers', true),
  consolePayouts: { show: showPayouts },
  consoleRewards: screen('risk', '/rewards'),
}
