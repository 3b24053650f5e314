import { useEffect, useRef } from 'react'

/**
 * What was on the screen for at least one frame: a key that is pressed before the next item is painted was meant for the
 * one before, and does nothing.
 */
export function usePainted(shown: string | null): () => string | null {
  const painted = useRef<string | null>(null)
  useEffect(() => {
    painted.current = null
    let second = 0
    const first = requestAnimationFrame(() => {
      second = requestAnimationFrame(() => {
        painted.current = shown
      })
    })
    return () => {
      cancelAnimationFrame(first)
      cancelAnimationFrame(second)
    }
  }, [shown])
  return () => painted.current
}
