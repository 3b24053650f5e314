import { expect, it } from 'vitest'
import { barNameOf } from './bars'

it('has words for what bars a decider, and shows the name of anything else', () => {
  expect([barNameOf('maker_cannot_approve'), barNameOf('already_approved_by_caller'), barNameOf('concerns_own_account'), barNameOf('toString')]).toEqual([
    'maker',
    'approved',
    'own',
    null,
  ])
})
