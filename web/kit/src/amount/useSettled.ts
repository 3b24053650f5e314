import { useEffect, useState } from 'react'
import type { Decimal } from './format'

const typingPauseMs = 350

/** An amount once it was left alone for a moment, so that not every keystroke asks the server. An emptied field counts at once. */
export function useSettled(amount: Decimal | null): Decimal | null {
  const [settled, setSettled] = useState(amount)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(amount), amount === null ? 0 : typingPauseMs)
    return () => clearTimeout(timer)
  }, [amount])
  return settled
}
