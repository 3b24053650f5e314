import { describe, expect, it } from 'vitest'
import type { RefusalReason } from '@core/session/store'
import { decideGate, type Gate, type GateFacts } from './decideGate'

describe('the gate', () => {
  const facts: GateFacts = { phase: 'starting', refusal: null, attemptMs: 0, phaseMs: 0, walletCount: 1 }

  it('is a spinner alone while it starts, and shows the ways in after three seconds', () => {
    expect(decideGate(facts)).toEqual({ line: 'starting', isWorking: true, showsWays: false, again: null })
    expect(decideGate({ ...facts, attemptMs: 3_000 })).toMatchObject({ showsWays: true, again: null })
  })

  it.each([0, 1])('shows the ways in at once while nothing is under way, with %i wallets', (walletCount) => {
    expect(decideGate({ ...facts, phase: 'waiting', walletCount })).toMatchObject({ isWorking: false, showsWays: true, again: null })
  })

  it.each<[RefusalReason, Gate['again']]>([
    ['closed', null],
    ['no_account', 'tryAgain'],
    ['pending', 'tryAgain'],
    ['network', 'switchNetwork'],
    ['real_chain', 'tryAgain'],
    ['other_site', 'tryAgain'],
    ['signature', 'tryAgain'],
    ['suspended', 'tryAgain'],
    ['suspended_until', 'tryAgain'],
    ['server', 'tryAgain'],
    ['transport', 'tryAgain'],
  ])('offers to try again what was refused, and a closed wallet only to connect: %s', (refusal, again) => {
    expect(decideGate({ ...facts, phase: 'refused', refusal })).toEqual({ line: `refused_${refusal}`, isWorking: false, showsWays: true, again })
  })

  it.each(['connecting', 'switching', 'signing'] as const)('names a wallet that is silent for ten seconds: %s', (phase) => {
    expect(decideGate({ ...facts, phase, phaseMs: 5_000 }).line).toBe(phase)
    expect(decideGate({ ...facts, phase, phaseMs: 10_000 })).toMatchObject({ line: 'silent', again: null })
  })

  it.each(['starting', 'verifying'] as const)('tells of a silent server after five seconds, and asks it anew after fifteen: %s', (phase) => {
    expect(decideGate({ ...facts, phase, phaseMs: 5_000 })).toMatchObject({ line: 'slow', again: null })
    expect(decideGate({ ...facts, phase, phaseMs: 15_000 })).toMatchObject({ line: 'slow', again: 'tryAgain' })
  })
})
