import { describe, expect, it } from 'vitest'
import { ApiError, TransportError } from '@kit/api/faults'
import type { NetworkTerms, WithdrawConfig } from './contract'
import {
  chainName,
  chooseTerms,
  currenciesOf,
  decideDuration,
  decideProblem,
  decideStep,
  decideWallet,
  isPaused,
  isQuotable,
  isStale,
  isToSignAgain,
  knownTerms,
  networksOf,
} from './decideWithdraw'

const bep20: NetworkTerms = {
  currency: 'USDT',
  network: 'BEP-20',
  enabled: true,
  reason: '',
  reasonText: '',
  fee: '1',
  min: '10',
  maxRequest: '10000',
  dayRest: '12000',
  available: '15000.5',
  maximum: '10000',
  medianMinutes: 6,
  decimals: 8,
  arrival: null,
  problem: null,
}
const erc20: NetworkTerms = { ...bep20, network: 'ERC-20', enabled: false, reason: 'not_connected', reasonText: 'Not connected' }
const etld: NetworkTerms = { ...bep20, currency: 'ETLD' }
const quote = { ...bep20, arrival: '249' }

it.each([
  ['nothing entered', null],
  ['an amount below the minimum', '5'],
  ['more than there is', '50'],
])('a balance below the least withdrawal is topped up first: %s', (_, amount) => {
  const poor = { ...bep20, available: '9.99' }
  expect(decideStep({ terms: poor, amount, quote: null, isAwaited: false })).toBe('poor')
  expect(decideStep({ terms: { ...poor, enabled: false }, amount, quote: null, isAwaited: false })).toBe('unavailable')
})

describe('what can be chosen', () => {
  it('leaves out a currency it does not know', () => {
    const networks = [{ ...bep20, currency: 'DOGE' }, bep20]
    expect(knownTerms({ networks } as unknown as WithdrawConfig)).toEqual([bep20])
    expect(knownTerms(undefined)).toEqual([])
  })

  it('lists each currency once and networks that work first', () => {
    expect(currenciesOf([erc20, bep20, etld])).toEqual(['USDT', 'ETLD'])
    expect(networksOf([erc20, bep20, etld], 'USDT').map(({ network }) => network)).toEqual(['BEP-20', 'ERC-20'])
  })

  it.each([
    ['nothing named', null, null, 'USDT BEP-20'],
    ['a currency', 'ETLD', null, 'ETLD BEP-20'],
    ['a currency nobody knows', 'DOGE', null, 'USDT BEP-20'],
    ['a network that is off', 'USDT', 'ERC-20', 'USDT BEP-20'],
    ['a network nobody knows', 'USDT', 'TRC-20', 'USDT BEP-20'],
  ])('with %s', (_, currency, network, chosen) => {
    const terms = chooseTerms([erc20, bep20, etld], currency, network)
    expect(`${terms?.currency} ${terms?.network}`).toBe(chosen)
  })

  it('shows a network that is off where there is no other, and nothing where there is none', () => {
    expect(chooseTerms([erc20], 'USDT', null)).toBe(erc20)
    expect(chooseTerms([], null, null)).toBeNull()
  })

  it('tells a network that is paused from one that is not offered', () => {
    expect(isPaused({ ...bep20, enabled: false, reason: 'stopped', reasonText: 'the operator stopped it' })).toBe(true)
    expect([isPaused(bep20), isPaused(erc20), isPaused({ ...bep20, enabled: false })]).toEqual([false, false, false])
  })

  it('names chains as people know them', () => {
    expect([chainName('BEP-20', false), chainName('BEP-20', true), chainName('ERC-20', false), chainName('X', false)]).toEqual([
      'BNB Smart Chain',
      'ETLD demo chain',
      'Ethereum',
      null,
    ])
  })
})

describe('the next step', () => {
  const step = (changes: Partial<Parameters<typeof decideStep>[0]>) => decideStep({ terms: bep20, amount: '250', quote, isAwaited: false, ...changes })

  // In order of precedence: each case would also be refused by those after it.
  it.each([
    ['awaited', { isAwaited: true, terms: erc20, amount: null, quote: null }],
    ['unavailable', { terms: erc20, amount: null, quote: null }],
    ['no_amount', { amount: null, quote: null }],
    ['insufficient', { amount: '15000.50000001', quote: null }],
    ['too_little', { amount: '9.99999999', quote: null }],
    ['too_much', { amount: '10000.00000001', quote: null }],
    ['over_day', { terms: { ...bep20, dayRest: '249.99999999' }, quote: null }],
    ['quoting', { quote: null }],
    ['refused', { quote: { ...quote, problem: { code: 1305, message: 'paused', data: {} } } }],
    ['refused', { quote: { ...quote, arrival: null } }],
    ['ready', {}],
  ] as const)('is %s', (expected, changes) => {
    expect(step(changes as Partial<Parameters<typeof decideStep>[0]>)).toBe(expected)
  })

  it('takes the bounds themselves', () => {
    expect([step({ amount: '10' }), step({ amount: '10000' }), step({ terms: { ...bep20, available: '250', dayRest: '250' } })]).toEqual([
      'ready',
      'ready',
      'ready',
    ])
  })

  it('asks the server only about amounts that may pass', () => {
    expect([isQuotable(bep20, '250'), isQuotable(bep20, '9'), isQuotable(bep20, null), isQuotable(erc20, '250'), isQuotable(null, '250')]).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })

  it('names the limit an amount breaks', () => {
    expect(decideProblem('too_little', bep20)).toEqual({ kind: 'too_little', amount: '10' })
    expect(decideProblem('too_much', bep20)).toEqual({ kind: 'too_much', amount: '10000' })
    expect(decideProblem('over_day', bep20)).toEqual({ kind: 'over_day', amount: '12000' })
    expect(decideProblem('insufficient', bep20)).toBeNull()
  })
})

describe('the usual time', () => {
  it.each([
    [null, null],
    [0, { unit: 'minutes', count: 1 }],
    [5.2, { unit: 'minutes', count: 6 }],
    [89, { unit: 'minutes', count: 89 }],
    [90, { unit: 'hours', count: 2 }],
    [1440, { unit: 'hours', count: 24 }],
  ] as const)('of %s minutes', (minutes, expected) => {
    expect(decideDuration(minutes)).toEqual(expected)
  })
})

describe('signing', () => {
  it('dates a statement anew before the server would find it too old, or from the future', () => {
    const now = 1_795_000_000_000
    expect([isStale(now, now), isStale(now - 239_000, now), isStale(now - 241_000, now), isStale(now + 1, now)]).toEqual([false, false, true, true])
  })

  it('takes the signed-in wallet and no other', () => {
    const own = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    expect(decideWallet({ isConnected: true, own, payee: own.toLowerCase() })).toBeNull()
    expect(decideWallet({ isConnected: true, own, payee: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' })).toBe('other_wallet')
    expect(decideWallet({ isConnected: false, own, payee: own })).toBe('no_wallet')
    expect(decideWallet({ isConnected: true, own: null, payee: own })).toBe('no_wallet')
  })

  it('is tried again after a refused signature only', () => {
    const refused = (code: number) => new ApiError('/api/userAccount/withdraw', code, 'x', null)
    expect([1101, 1102, 1103].map((code) => isToSignAgain(refused(code)))).toEqual([true, true, true])
    expect([1004, 1201, 1202, 1301, 1302, 1303, 1304, 1305, 1306].some((code) => isToSignAgain(refused(code)))).toBe(false)
    expect(isToSignAgain(new TransportError('/api/userAccount/withdraw', 'timeout'))).toBe(false)
  })
})
