import { useEffect, useEffectEvent } from 'react'
import { serverNow } from '@kit/time/clock'
import { sourcesOf } from '@core/rounds/api'
import { learnEarly } from '@core/rounds/lookUp'
import type { EntryReceipt } from '@core/rounds/receipts'
import { useReceipts } from '@core/rounds/useReceipts'
import { useSession } from '@core/session/store'
import type { RoundSummary } from '../contract'

/** What was not learnt for want of an answer is asked for again. */
const againMs = 10_000

/**
 * What this device keeps of the player's entry in the present round: one whose answer was lost, or that was made on
 * another device, is taken over. What only counts before the lock is learnt.
 */
export function useEntryReceipt({ period, lockAt, mine }: RoundSummary): EntryReceipt | undefined {
  const { receipts, keep } = useReceipts()
  const app = useSession((state) => state.app)
  const receipt = receipts.find((one) => one.period === period)
  const isLost = mine !== null && receipt === undefined
  const isEarly = serverNow() < Date.parse(lockAt)
  const isUnlearnt = isEarly && app !== null && receipt !== undefined && receipt.anchorAddress === undefined
  const takeOver = useEffectEvent(() => {
    if (mine) keep({ ...receiptOf(period, mine), ...(!isEarly && { isTold: true }) })
  })
  const learn = useEffectEvent(async () => {
    if (!receipt || !app) return
    const learnt = await learnEarly(receipt, sourcesOf(app))
    if (Object.keys(learnt).length > 0) keep({ ...receipt, ...learnt })
  })
  useEffect(() => {
    if (isLost) takeOver()
  }, [period, isLost])
  useEffect(() => {
    if (!isUnlearnt) return
    void learn()
    const again = setInterval(() => void learn(), againMs)
    return () => clearInterval(again)
  }, [period, isUnlearnt])
  return receipt
}

function receiptOf(period: string, { entryNo, box, amount, player, receipt, receiptKey }: NonNullable<RoundSummary['mine']>): EntryReceipt {
  return { period, entryNo, box, amount, receipt, receiptKey, atMs: serverNow(), ...(player !== '' && { player }) }
}
