import { compareAmounts } from '@kit/amount/compare'
import type { Decimal } from '@kit/amount/format'
import { Amount } from '@kit/ui/Amount'
import { breakable } from '@kit/ui/breakable'
import { usePrices } from './api'
import { worthOf } from './decidePrice'

/** About what an amount is worth in USDT; nothing for USDT itself and where there is no price. */
export function Worth({ amount, currency }: { amount: Decimal | null; currency: string }) {
  const isWanted = currency !== 'USDT'
  const prices = usePrices(isWanted)
  if (!isWanted || amount === null || !prices.data) return null
  const worth = worthOf(amount, currency, prices.data.list)
  if (worth === null) return null
  return (
    <p className={`text-13 text-muted ${breakable}`}>
      ≈ <Amount value={worth} currency="USDT" decimalsMax={compareAmounts(worth, '0.01') < 0 ? 8 : 2} />
    </p>
  )
}
