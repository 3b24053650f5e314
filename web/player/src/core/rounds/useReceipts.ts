import { deviceStorage } from '@kit/kept/storage'
import { useState } from 'react'
import { useSession } from '../session/store'
import { keepReceipt, readReceipts, type EntryReceipt } from './receipts'

/** The receipts this device keeps for the player, and how to keep one. */
export function useReceipts(): { receipts: readonly EntryReceipt[]; keep: (receipt: EntryReceipt) => void } {
  const userId = useSession((state) => state.userId ?? '')
  const [, setRevision] = useState(0)
  return {
    receipts: readReceipts(deviceStorage, userId),
    keep: (receipt) => {
      keepReceipt(deviceStorage, userId, receipt)
      setRevision((revision) => revision + 1)
    },
  }
}
