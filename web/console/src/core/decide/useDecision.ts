import { useState } from 'react'
import { toast } from '@kit/ui/toast'
import { readAnew } from '../api/answers'
import { tellFault } from './approve'

/** Sends decisions: what one did is said, what refuses one is told, and whatever came of it, all that is shown is read anew. */
export function useDecision() {
  const [isSending, setIsSending] = useState(false)

  async function decide<Answer>(send: () => Promise<Answer>, onDone: () => void, say: (answer: Answer) => string): Promise<void> {
    setIsSending(true)
    try {
      const answer = await send()
      toast.success(say(answer))
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
