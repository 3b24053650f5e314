import { expect, it } from 'vitest'
import { matterOf } from './decideMatter'

it('a job leads to the screen of what it does, and one that only tidies to none', () => {
  expect(matterOf('payout_BEP-20')).toEqual(['payouts', 'payouts/attention'])
  expect(matterOf('node_dividend')).toEqual(['dividends', 'nodes/months'])
  expect(matterOf('brake')).toEqual(['stops', 'emergency/list'])
  expect(matterOf('api_purge')).toBeNull()
})
