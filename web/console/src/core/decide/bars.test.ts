import { expect, it } from 'vitest'
import { barNameOf } from './bars'

it.each([
  ['maker_cannot_approve', 'maker'],
  ['already_approved_by_caller', 'approved'],
  ['approves_own_roles', 'own'],
  ['concerns_own_account', 'own'],
  ['decides_own_withdrawal', 'own'],
  ['toString', null],
])('%s, which bars a decider, has its words, and what is not known is shown by its name', (name, bar) => expect(barNameOf(name)).toBe(bar))
