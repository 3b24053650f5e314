import { expect, it } from 'vitest'
import { stoppable } from './decideStoppable'

it('offers to stop what pays and can be stopped', () => {
  const wallets = [
    { network: 'BEP-20', breaker: '' },
    { network: 'ERC-20', breaker: 'operator' },
    { network: 'anchor', breaker: '' },
  ]
  expect(stoppable(wallets).map(({ network }) => network)).toEqual(['BEP-20'])
})
