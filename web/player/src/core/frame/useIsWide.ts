import { useSyncExternalStore } from 'react'

/** From this width on a list and what one of its rows is about stand beside each other. */
const wide = '(min-width: 900px)'

/** Whether there is room for two columns. */
export function useIsWide(): boolean {
  return useSyncExternalStore(follow, () => matchMedia(wide).matches)
}

function follow(onChange: () => void): () => void {
  const query = matchMedia(wide)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
