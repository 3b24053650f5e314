import { compareAmounts } from '@kit/amount/compare'
import type { Decimal } from '@kit/amount/format'
import { Amount } from '@kit/ui/Amount'
import { breakable } from '@kit/ui/breakable'
import { usePrices } from './api'
import { hasPrice, worthOf } from './decidePrice'

/** About what an amount is worth in USDT; nothing for USDT itself, and for points, which have no price. Its line is there before it is known, so that nothing moves when it comes. What the reader owns is hidden with it. */
export function Worth({ amount, currency, own }: { amount: Decimal | null; currency: string; own?: boolean }) {
  const isWanted = hasPrice(currency)
  const prices = usePrices(isWanted)
  if (!isWanted) return null
  const worth = amount === null || !prices.data ? null : worthOf(amount, currency, prices.data.list)
  return (
    <span className={`block min-h-[max(1.25rem,1lh)] text-13 font-normal text-muted ${breakable}`}>
      {worth !== null && (
        <>
          ≈ <Amount value={worth} currency="USDT" own={own === true} decimalsMax={compareAmounts(worth, '0.01') < 0 ? 8 : 2} />
        </>
      )}
    </span>
  )
}
