import { expect, it } from 'vitest'
import { askedAgainMs } from './askedAgain'

it('asks rarely for what events tell of while they come, and often without them', () => {
  expect([askedAgainMs('/api/userAccount/myWithDraw', true), askedAgainMs('/api/userAccount/myWithDraw', false)]).toEqual([300_000, 30_000])
  expect([askedAgainMs('/api/miner/findMyList', true), askedAgainMs('/api/miner/findMyList', false)]).toEqual([60_000, 30_000])
  expect(askedAgainMs('/api/user/logining', true)).toBe(false)
})
