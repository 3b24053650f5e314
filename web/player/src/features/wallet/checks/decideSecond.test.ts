import { expect, it } from 'vitest'
import { addressOf, subjectsOf } from './decideSecond'

it('offers the newest rounds and each dividend, and leads to each by host and name alone', () => {
  const receipts = ['20261123-001', '20261125-003', '20261124-002', '20261126-001', '20261126-002', '20261126-003'].map((period) => ({ period }))
  const subjects = subjectsOf(receipts, [{ month: '2026-10', level: 'star' }])
  expect([...subjects.keys()]).toEqual([
    'round 20261126-003',
    'round 20261126-002',
    'round 20261126-001',
    'round 20261125-003',
    'round 20261124-002',
    'dividend 2026-10 star',
  ])
  const addresses = [null, subjects.get('round 20261126-003') ?? null, subjects.get('dividend 2026-10 star') ?? null].map((one) =>
    addressOf(one, 'https://etld.test'),
  )
  expect(addresses).toEqual([
    'https://etld.test/#/wallet?view=checks',
    'https://etld.test/#/trade?tab=box&view=record&period=20261126-003',
    'https://etld.test/#/dividendPool?month=2026-10&level=star',
  ])
})
