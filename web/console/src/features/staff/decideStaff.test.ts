import { expect, it } from 'vitest'
import { authenticatorOf, unopposedOf, waitOf } from './decideStaff'

const until = '2026-11-28T08:00:00Z'
const atMs = Date.parse(until)

it.each([
  ['one that was set up has no time', { enrolled: true }, atMs, 'setUp'],
  ['the time goes on', { enrolled: false, enrolUntil: until }, atMs - 1, 'awaited'],
  ['the time is over', { enrolled: false, enrolUntil: until }, atMs, 'late'],
  ['the time ended after the last sign-in', { enrolled: false, enrolUntil: until, lastSignInAt: '2026-11-27T08:00:00Z' }, atMs, 'late'],
  ['somebody went in without one since', { enrolled: false, enrolUntil: until, lastSignInAt: '2026-11-28T08:01:00Z' }, atMs + 120_000, 'awaited'],
] as const)('an authenticator: %s', (_, person, nowMs, said) => {
  expect(authenticatorOf(person, nowMs)).toBe(said)
})

it('roles wait for whom they were given to', () => {
  const row = { staffId: 'b', address: '', name: '', roles: ['risk' as const], workAt: null, objectedBy: '' }
  expect(waitOf({ id: 'b' }, [row])).toBe(row)
  expect(waitOf({ id: 'a' }, [row])).toBeUndefined()
})

it('a change asks for no role that somebody objected to', () => {
  const wait = { staffId: 'b', address: '', name: '', roles: ['risk' as const], workAt: null, objectedBy: '' }
  expect(unopposedOf(['support', 'risk'], undefined)).toEqual(['support', 'risk'])
  expect(unopposedOf(['support', 'risk'], wait)).toEqual(['support', 'risk'])
  expect(unopposedOf(['support', 'risk'], { ...wait, objectedBy: 'A' })).toEqual(['support'])
})
