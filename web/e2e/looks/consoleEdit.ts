import type { States } from '../looks.ts'
import { screen } from './console.ts'

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
  consoleStaff: screen('administrator', '/staff', true),
  consoleToday: screen('risk', '/today'),
  consoleFigures: screen('risk', '/figures'),
  consoleChain: screen('finance_checker', '/chain'),
  consoleJobs: screen('risk', '/jobs', true),
  consoleRounds: screen('risk', '/rounds'),
  consoleTransfers: screen('finance_checker', '/transfers', true),
  consolePayouts: screen('finance_checker', '/payouts'),
  consoleRewards: screen('risk', '/rewards'),
}
