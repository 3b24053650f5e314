import type { Receipt } from './receipts'
import { useWatched } from './useWatched'

interface PastChecksProps {
  receipts: readonly Receipt[]
  /** Periods that are looked after elsewhere. */
  except: readonly (string | undefined)[]
  keep: (receipt: Receipt) => void
}

/** Recomputes, one after the other, the player's rounds that were not yet: also those he never looked at again. */
export function PastChecks({ receipts, except, keep }: PastChecksProps) {
  const next = receipts.find(({ period, verified }) => verified === undefined && !except.includes(period))
  return next ? <Check key={next.period} receipt={next} keep={keep} /> : null
}

function Check({ receipt, keep }: { receipt: Receipt; keep: (receipt: Receipt) => void }) {
  useWatched(receipt, keep)
  return null
}
