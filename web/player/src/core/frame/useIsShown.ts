import { useCallback, useEffect, useRef } from 'react'

/** Asks whether a component is still on the screen: who has left it is not brought back by a late answer. */
export function useIsShown(): () => boolean {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return useCallback(() => isShown.current, [])
}
