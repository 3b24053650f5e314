import type { Data } from '../contract/contract'
import { barNameOf } from './bars'

type Decider = Data<'proposals/try'>['deciders'][number]

/** Who can still approve, and whether they are too few with those who have. */
export function decideTrial({ deciders, approvalsNeeded }: { deciders: readonly Decider[]; approvalsNeeded: number }) {
  const able = deciders.filter(({ bar }) => bar === '')
  const given = deciders.filter(({ bar }) => barNameOf(bar) === 'approved')
  return { able, areTooFew: able.length + given.length < approvalsNeeded }
}
