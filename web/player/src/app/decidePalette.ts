import { fold } from '@core/words/fold'
import type { KeyTail } from '@kit/i18n/catalogues'

/** What the palette knows the way to. */
export type Place = KeyTail<'help-palette', 'go.'>

/** Every place with its address, in the order in which they stand. */
export const places: readonly (readonly [place: Place, path: string])[] = [
  ['home', '/'],
  ['machines', '/myMiner'],
  ['calendar', '/myMiner?view=calendar'],
  ['wallet', '/wallet'],
  ['topUp', '/wallet?sheet=topup'],
  ['withdraw', '/withdraw'],
  ['sell', '/trade'],
  ['swap', '/swap'],
  ['transactions', '/transaction'],
  ['nodes', '/chain'],
  ['pool', '/dividendPool'],
  ['box', '/trade?tab=box'],
  ['shop', '/products'],
  ['orders', '/order'],
  ['team', '/team'],
  ['notices', '/mine?view=notices'],
  ['checks', '/wallet?view=checks'],
  ['news', '/news'],
  ['help', '/mine?view=help'],
  ['language', '/lang'],
]

/** What is named so, those first whose name begins with it. */
export function found<Named extends { name: string }>(all: readonly Named[], typed: string): Named[] {
  const wanted = fold(typed.trim())
  const placed = all.map((one) => ({ one, at: fold(one.name).indexOf(wanted) })).filter(({ at }) => at >= 0)
  return [...placed.filter(({ at }) => at === 0), ...placed.filter(({ at }) => at > 0)].map(({ one }) => one)
}
