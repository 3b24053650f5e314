import { fold } from './fold'

/** What is named so, those first whose name begins with it. */
export function found<Named extends { name: string }>(all: readonly Named[], typed: string): Named[] {
  const wanted = fold(typed.trim())
  const placed = all.map((one) => ({ one, at: fold(one.name).indexOf(wanted) })).filter(({ at }) => at >= 0)
  return [...placed.filter(({ at }) => at === 0), ...placed.filter(({ at }) => at > 0)].map(({ one }) => one)
}
