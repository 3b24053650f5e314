import type { Schemas } from '@console/contract/contract'
import { isPart, type Part } from '@console/words/decideParts'

type Stop = Schemas['BoardStop']

const invariants = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I9', 'I10', 'I11', 'I12'] as const

type Invariant = (typeof invariants)[number]

/** What stands still for one reason. */
export interface Standing {
  what: Stop['what']
  /** Parts of the platform, or the networks or the currency that `what` is about. */
  parts: Part[]
  names: string[]
  /** What people gave as the reason, or the name of the cause; empty where a check of the books stopped it. */
  reason: string
  /** What was written or found beside the cause. */
  detail: string
  /** What the check found broken. */
  broken: Invariant[]
  since: string | undefined
}

const byItself = 'Automatic check: '

/** Joins what stands still for the same reason since the same moment. */
export function decideStandstill(stops: readonly Stop[]): Standing[] {
  const all = new Map<string, Standing>()
  for (const { what, name, reason, detail, since } of stops) {
    const key = [what, reason, detail, since].join('|')
    const found = reason.startsWith(byItself) ? reason.slice(byItself.length).split(', ') : []
    const broken = invariants.filter((one) => found.includes(one))
    const standing = all.get(key) ?? { what, parts: [], names: [], reason: broken.length > 0 ? '' : reason, detail, broken, since }
    if (what === 'part' && isPart(name)) standing.parts.push(name)
    else standing.names.push(name)
    all.set(key, standing)
  }
  return [...all.values()]
}
