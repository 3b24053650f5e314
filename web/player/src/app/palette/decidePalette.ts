import type { KeyTail } from '@kit/i18n/catalogues'
import type { Place } from '@core/frame/places'

/** What the palette knows the way to. */
export type PlaceName = KeyTail<'help', 'palette.go.'>

/** Every place with its address, in the order in which they stand. */
export const places: readonly (readonly [name: PlaceName, place: Place])[] = [
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
