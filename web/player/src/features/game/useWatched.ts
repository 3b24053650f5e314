import { useEffect } from 'react'
import { useRound, useVerification } from './api'
import type { RoundAnswer } from './contract'
import { failureOf, isOver } from './decideGame'
import type { Receipt } from './receipts'

/** What a receipt holds a round to. */
export function heldBy(receipt: Receipt | undefined) {
  if (!receipt) return {}
  const { entryNo, box, amount, root } = receipt
  return { entry: { entryNo, box, amount }, ...(root === undefined ? {} : { root }) }
}

/**
 * Follows a round the player holds a receipt of: notes the root as soon as it is shown, waits for the draw, recomputes
 * it, and keeps what came of that.
 */
export function useWatched(receipt: Receipt, keep: (receipt: Receipt) => void) {
  const round = useRound(receipt.period)
  const verification = useVerification(round.data, heldBy(receipt))
  const root = rootToNote(receipt, round.data)
  const verified = verification.data ? (failureOf(verification.data) ?? 'ok') : undefined
  useEffect(() => {
    if (root !== null) keep({ ...receipt, root })
    if (verified !== undefined && verified !== receipt.verified) keep({ ...receipt, verified })
    // oxlint-disable-next-line react/exhaustive-deps -- what is new is kept once
  }, [receipt.period, root, verified])
  return { round, verification }
}

/** Only a root shown before the draw binds the platform. */
function rootToNote(receipt: Receipt, round: RoundAnswer | undefined): string | null {
  return receipt.root === undefined && round !== undefined && round.root !== '' && !isOver(round) ? round.root : null
}
