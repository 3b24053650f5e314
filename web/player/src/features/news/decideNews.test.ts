import { describe, expect, it } from 'vitest'
import { revisionIn, searchOf, targetOf } from './decideNews'

it('reads a revision from the address', () => {
  expect(['2', '0', '-1', '1e3', '99999999', '', null].map(revisionIn)).toEqual([2, null, null, null, null, null, null])
})

it('looks for five words at most', () => {
  expect(searchOf('  King \n node ')).toBe('King node')
  expect(searchOf('a b c d e f')).toBe('a b c d e')
  expect(searchOf('x'.repeat(99))).toHaveLength(64)
})

describe('targetOf', () => {
  it.each([
    ['#/chain?id=1', { kind: 'inside', to: '/chain?id=1' }],
    ['https://example.org/a', { kind: 'outside', href: 'https://example.org/a', host: 'example.org' }],
    ['https://example.org/@a?b=@', { kind: 'outside', href: 'https://example.org/@a?b=@', host: 'example.org' }],
    ['https://etld.example@thief.example/a', null],
    ['https://a:b@thief.example', null],
    ['http://example.org', null],
    ['#//example.org', null],
    ['#/\\example.org', null],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['//example.org', null],
    [' https://example.org', null],
    ['', null],
    [null, null],
  ])('%s', (href, wanted) => {
    expect(targetOf(href)).toEqual(wanted)
  })
})
