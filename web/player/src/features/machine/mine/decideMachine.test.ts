import { describe, expect, it } from 'vitest'
import { actionsOf, decideDeadline, interestShare, peakOf, phaseOf, principalOf, toneOf } from './decideMachine'

const at = '2026-11-20T00:00:00Z'
const dates = { coolingEndAt: null, endAt: null, endedAt: null }

describe('the next moment that matters', () => {
  it.each([
    ['a payment', { ...dates, status: 'to_be_confirmed', phase: 'payment' }, { kind: 'payment' }],
    ['a cooling-off', { ...dates, status: 'to_be_confirmed', phase: 'cooling', coolingEndAt: at }, { kind: 'cooling', at }],
    ['a running machine', { ...dates, status: 'running', phase: '', endAt: at }, { kind: 'end', at }],
    ['a dug-out machine', { ...dates, status: 'dug_out', phase: '', endAt: at }, { kind: 'end', at }],
    ['a pause, whose end nobody knows', { ...dates, status: 'not_running', phase: 'paused', endAt: at }, { kind: 'paused' }],
    ['a matured machine', { ...dates, status: 'completed', phase: 'matured', endAt: '2026-11-19T00:00:00Z', endedAt: at }, { kind: 'ended', at }],
    ['a cancelled machine', { ...dates, status: 'not_running', phase: 'cancelled', endAt: at }, { kind: 'none' }],
  ] as const)('of %s', (_, machine, deadline) => {
    expect(decideDeadline(machine)).toEqual(deadline)
  })
})

it('takes only known phases', () => {
  expect(phaseOf({ phase: '' })).toBeNull()
  expect(phaseOf({ phase: 'cooling' })).toBe('cooling')
})

it('colours a pause as a warning and an end as calm', () => {
  expect(toneOf('not_running', 'paused')).toBe('loss')
  expect(toneOf('not_running', 'cancelled')).toBe('muted')
  expect(toneOf('running', null)).toBe('gain')
})

it('offers to go on with an open payment, then what the server allows', () => {
  expect(actionsOf({ intentNo: 'I', actions: ['cancel'] })).toEqual(['pay', 'cancel'])
  expect(actionsOf({ intentNo: '', actions: ['cancel', 'start_now'] })).toEqual(['start_now', 'cancel'])
  expect(actionsOf({ intentNo: '', actions: [] })).toEqual([])
})

it('finds the largest figure exactly, also where numbers would not', () => {
  expect(peakOf(['0', '0.00000002', '0.00000001'])).toBe('0.00000002')
  expect(peakOf(['90071992547.40993001', '90071992547.40993002'])).toBe('90071992547.40993002')
  expect(peakOf([])).toBe('0')
})

it('draws interest as a share and survives what it cannot read', () => {
  expect(interestShare('0.9', '1.8')).toBeCloseTo(0.5)
  expect(interestShare('0', '0')).toBe(0)
  expect(interestShare('x', '1.8')).toBe(0)
})

it('calls a principal locked only while the machine holds it', () => {
  expect(principalOf({ status: 'running', phase: '' })).toBe('locked')
  expect(principalOf({ status: 'not_running', phase: 'paused' })).toBe('locked')
  expect(principalOf({ status: 'completed', phase: 'exited' })).toBe('returned')
  expect(principalOf({ status: 'to_be_confirmed', phase: 'cooling' })).toBe('none')
  expect(principalOf({ status: 'not_running', phase: 'cancelled' })).toBe('none')
})
