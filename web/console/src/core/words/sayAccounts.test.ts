import { expect, it } from 'vitest'
import { sayAccounts } from './sayAccounts'

const words: Record<string, string> = { 'U.AVL': 'Available', 'O.CAP': 'Capital', 'A.CHAIN.BEP-20': 'On BEP-20' }
const wordOf = (name: string) => words[name] ?? name

it.each([
  ['U.AVL/USDT/01KB', false, 'Available · USDT · 01KB'],
  ['U.AVL/USDT/01KB', true, 'Available · 01KB'],
  ['back to O.CAP/USDT', false, 'back to Capital · USDT'],
  ['O.CAP holds only 5 USDT.', false, 'Capital holds only 5 USDT.'],
  ['A.CHAIN.BEP-20/ETH → O.CAP/ETH', true, 'On BEP-20 → Capital'],
  ['P.NEW/USDT', false, 'P.NEW/USDT'],
  ['U.S. price', false, 'U.S. price'],
])('%s', (said, hasCurrency, want) => expect(sayAccounts(said, wordOf, hasCurrency)).toBe(want))
