import { useEffect, useEffectEvent, useState } from 'react'
import { useSession } from '../session/store'
import { leftToCheck, type EntryReceipt } from './receipts'
import { useFollowedRound } from './useFollowedRound'

interface PastChecksProps {
  receipts: readonly EntryReceipt[]
  /** Periods that are looked after elsewhere. */
  except: readonly (string | undefined)[]
  keep: (receipt: EntryReceipt) => void
}

/** Recomputes, one after the other, the player's rounds that were not yet, or not wholly: also those he never looked at again. */
export function PastChecks({ receipts, except, keep }: PastChecksProps) {
  // With the wallet there is more to look up.
  const onChain = useSession((state) => state.onChain)
  const [tried, setTried] = useState<readonly string[]>([])
  const nameOf = (period: string) => `${period} ${onChain}`
  const next = leftToCheck(receipts).find(({ period }) => !except.includes(period) && !tried.includes(nameOf(period)))
  return next ? <Check key={nameOf(next.period)} receipt={next} keep={keep} onTried={() => setTried((before) => [...before, nameOf(next.period)])} /> : null
}

function Check({ receipt, keep, onTried }: { receipt: EntryReceipt; keep: (receipt: EntryReceipt) => void; onTried: () => void }) {
  const { round, verification, lack } = useFollowedRound(receipt, keep)
  const isTried = verification.isSuccess || verification.isError || round.isError || lack !== null
  const tell = useEffectEvent(() => onTried())
  useEffect(() => {
    if (isTried) tell()
  }, [isTried])
  return null
}
