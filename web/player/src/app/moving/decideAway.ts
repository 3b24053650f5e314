import { sumOf } from '@kit/amount/compare'
import { signOf } from '@kit/amount/format'
import type { Row } from '@kit/api/contract'

/** Who was away for less is told nothing. */
const awayMs = 6 * 3_600_000

type Paid = Pick<Row<'/api/miner/income'>, 'kind' | 'currency' | 'amount' | 'at'>

/** What one machine brought in one currency. */
interface Brought {
  kind: Paid['kind']
  currency: string
  amount: string
}

/** When somebody was last seen: by this device's clock, which tells how long that is ago, and by the server's. */
export function noteSeen(deviceNow: number, now: number): string {
  return `${deviceNow} ${now}`
}

/** Since when somebody was away, by the server's clock; null where that was not long, or nobody knows. */
export function awaySince(note: string | null, deviceNow: number): number | null {
  const [seen = 0, since = 0] = (note ?? '').split(' ').map(Number)
  return seen > 0 && since > 0 && deviceNow - seen >= awayMs ? since : null
}

/** What came in since, by what it is; what was posted by then with an earlier time of effect was seen before. */
export function broughtSince(rows: readonly Paid[], since: number): Brought[] {
  const sums = new Map<string, Brought>()
  for (const { kind, currency, amount, at } of rows) {
    if (Date.parse(at) <= since || signOf(amount) <= 0) continue
    const key = `${kind} ${currency}`
    sums.set(key, { kind, currency, amount: sumOf([sums.get(key)?.amount ?? '0', amount]) })
  }
  return [...sums.values()]
}
