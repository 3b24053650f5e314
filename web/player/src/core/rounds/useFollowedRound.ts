import { useEffect, useEffectEvent } from 'react'
import { useSession } from '../session/store'
import { latestNow } from '../session/world'
import { useRound, useVerification } from './api'
import { lackOf, outcomeOf, rootToNote } from './decideRounds'
import type { EntryReceipt } from './receipts'

/**
 * Follows a round the player holds a receipt of: notes the root as soon as it is shown, waits for the draw, recomputes
 * it, and keeps what came of that.
 */
export function useFollowedRound(receipt: EntryReceipt, keep: (receipt: EntryReceipt) => void) {
  const round = useRound(receipt.period)
  const verification = useVerification(round.data, receipt.period, receipt)
  const app = useSession((state) => state.app)
  const root = app !== null && receipt.root === undefined && round.data ? rootToNote(round.data, latestNow(app)) : null
  const lack = lackOf(receipt.period, round)
  const outcome = lack ?? (verification.data && outcomeOf(verification.data))
  const keepNew = useEffectEvent(() => {
    if (root !== null) keep({ ...receipt, root })
    if (outcome !== undefined && outcome !== receipt.outcome) keep({ ...receipt, outcome })
  })
  useEffect(() => keepNew(), [receipt.period, root, outcome])
  return { round, verification, lack }
}
