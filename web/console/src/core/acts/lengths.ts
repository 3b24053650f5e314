import { altMax } from '../form/altMax'
import type { ActPath } from './act'

/** How long a field of a call may be, as the server takes it, where that is less than for most. */
export const lengthsMax: Partial<Record<ActPath, Partial<Record<string, number>>>> = {
  'machines/change': { names: 40, details: 600 },
  'goods/change': { names: 80, details: 1_000 },
  'nodes/change': { names: 40, details: 300 },
  'pictures/describe': { alt: altMax },
  'users/note': { text: 1_000 },
  'withdrawals/giveUp': { note: 300 },
  'roles/change': { name: 60 },
}

/** The most of any other, such as a reason. */
const usualMax = 500

export function lengthMaxOf(path: ActPath, field: string): number {
  return lengthsMax[path]?.[field] ?? usualMax
}
