import { useState } from 'react'
import { readAnew } from '../api/answers'
import { tellFault } from './approve'

/** Sends decisions: what refuses one is told, and whatever came of it, all that is shown is read anew. */
export function useDecision() {
  const [isSending, setIsSending] = useState(false)

  async function decide(send: () => Promise<unknown>, onDone: () => void): Promise<void> {
    setIsSending(true)
    try {
      await send()
      onDone()
    } catch (fault) {
      tellFault(fault)
    } finally {
      setIsSending(false)
      await readAnew()
    }
  }

  return { isSending, decide }
}
