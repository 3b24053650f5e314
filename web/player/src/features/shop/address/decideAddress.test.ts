import { describe, expect, it } from 'vitest'
import type { Address } from '../contract'
import { chosenOf, isNew, problemsOf, trimmed } from './decideAddress'

const good = { name: '林小姐', phone: '+886 912-345-678', region: 'TW', detail: '台北市信義區市府路 1 號' }

it('is new until goods are sent there', () => {
  const readyAt = '2026-03-02T04:00:00Z'
  expect([isNew({ readyAt }, Date.parse(readyAt) - 1), isNew({ readyAt }, Date.parse(readyAt))]).toEqual([true, false])
})

describe('problemsOf', () => {
  it('finds nothing wrong with addresses in any script', () => {
    expect(problemsOf(good)).toEqual({})
    expect(problemsOf({ ...good, name: 'Анна', detail: 'Санкт-Петербург, Невский пр., 1' })).toEqual({})
    expect(problemsOf({ ...good, name: '👩‍🌾'.repeat(10) })).toEqual({})
  })
  it.each([
    ['nothing typed', { name: '', phone: ' ', detail: '\n' }, { name: 'missing', phone: 'missing', detail: 'missing' }],
    ['a name too long', { name: 'x'.repeat(51) }, { name: 'malformed' }],
    ['a name just short enough', { name: 'x'.repeat(50) }, {}],
    ['letters in the number', { phone: '12345a' }, { phone: 'malformed' }],
    ['a plus within the number', { phone: '12+34567' }, { phone: 'malformed' }],
    ['a number without a digit', { phone: '------' }, { phone: 'malformed' }],
    ['a number too short', { phone: '12345' }, { phone: 'malformed' }],
    ['a number too long', { phone: '1'.repeat(21) }, { phone: 'malformed' }],
    ['an address too short', { detail: 'road' }, { detail: 'malformed' }],
    ['an address too long', { detail: 'x'.repeat(201) }, { detail: 'malformed' }],
  ])('%s', (_, typed, wanted) => {
    expect(problemsOf({ ...good, ...typed })).toEqual(wanted)
  })
})

it('sends no blanks around what was typed', () => {
  expect(trimmed({ name: ' a ', phone: ' 1 ', region: 'TW', detail: ' b\n' })).toEqual({ name: 'a', phone: '1', region: 'TW', detail: 'b' })
})

describe('chosenOf', () => {
  const one = (id: string, isDefault = false) => ({ ...good, id, isDefault }) as Address
  it('takes the chosen one, else the default, else the only one', () => {
    expect(chosenOf([one('a', true), one('b')], 'b')?.id).toBe('b')
    expect(chosenOf([one('a'), one('b', true)], null)?.id).toBe('b')
    expect(chosenOf([one('a'), one('b', true)], 'gone')?.id).toBe('b')
    expect(chosenOf([one('a')], null)?.id).toBe('a')
    expect(chosenOf([one('a'), one('b')], null)).toBeNull()
    expect(chosenOf([], 'a')).toBeNull()
  })
})
