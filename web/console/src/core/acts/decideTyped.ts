import { isLike } from '@kit/kept/kept'
import type { Entered } from './decideAct'

/** What was typed into a field, with what stood there when the typing began. */
export interface Typed {
  typed: Entered
  stood: Entered
}

type Kept = Readonly<Record<string, Typed>>

const isSame = (one: Entered, other: Entered) => JSON.stringify(one) === JSON.stringify(other)

/** What is kept of a form once something was typed into a field that shows what stands now; null where nothing is. What is typed as it stands is not kept: it would undo what somebody else changes later. */
export function keptWith(kept: Kept | null, name: string, typed: Entered, stands: Entered): Kept | null {
  const { [name]: before, ...rest } = kept ?? {}
  const next = isSame(typed, stands) ? rest : { ...rest, [name]: { typed, stood: before?.stood ?? stands } }
  return Object.keys(next).length === 0 ? null : next
}

/** What a field shows: what was typed, where it is of the field's kind still, else what stands now; and whether that was changed by somebody else meanwhile. */
export function shownOf(kept: Typed | undefined, stands: Entered): { value: Entered; isChanged: boolean } {
  if (!kept || !isLike(stands, kept.typed) || !isLike(stands, kept.stood)) return { value: stands, isChanged: false }
  return { value: kept.typed, isChanged: !isSame(kept.stood, stands) && !isSame(kept.typed, stands) }
}
