import { expect, it } from 'vitest'
import { decideTrial } from './decideTrial'

const barred = (...bars: string[]) => bars.map((bar, at) => ({ staffId: String(at), address: '', name: '', bar }))

it.each([
  ['one is enough and one is left', barred('', 'maker_cannot_approve'), 1, false],
  ['nobody is left', barred('maker_cannot_approve'), 1, true],
  ['two are needed and one is left', barred('', 'maker_cannot_approve'), 2, true],
  ['two are needed, one has approved and one is left', barred('', 'already_approved_by_caller'), 2, false],
  ['two are needed, one has approved and nobody is left', barred('already_approved_by_caller', 'concerns_own_account'), 2, true],
  ['nobody is needed', barred('maker_cannot_approve'), 0, false],
])('%s', (_, deciders, approvalsNeeded, want) => expect(decideTrial({ deciders, approvalsNeeded }).areTooFew).toBe(want))
