import { expect, it } from 'vitest'
import { byTheme, themeOf } from './themeOf'

it('jobs and parameters of one part of the program have one theme', () => {
  expect(['machine.fee_new', 'machine_output'].map(themeOf)).toEqual(['machines', 'machines'])
  expect(['withdrawal.USDT.fee', 'payout_BEP-20', 'payout'].map(themeOf)).toEqual(['withdrawals', 'withdrawals', 'withdrawals'])
  expect(['brake', 'api_purge', 'nobody_knows'].map(themeOf)).toEqual(['books', 'program', 'program'])
})

it('rows keep their order within a theme', () => {
  expect(byTheme(['job_remind', 'team.b', 'node.x', 'team.a'], (name) => name)).toEqual(['node.x', 'team.b', 'team.a', 'job_remind'])
})
