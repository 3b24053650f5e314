import { expect, it } from 'vitest'
import { mayBePlatform } from './decidePlatform'

const balances = [{ account: 'U.AVL', currency: 'USDT' as const, balance: '1' }]

it.each([
  ['an account of which nothing was used', { balances: [], invitedBy: '' }, true],
  ['one that holds something', { balances, invitedBy: '' }, false],
  ['one that somebody invited', { balances: [], invitedBy: '01KB' }, false],
])('the mark of the platform: %s', (_, person, may) => {
  expect(mayBePlatform(person)).toBe(may)
})
