import { useSyncExternalStore } from 'react'

/** What a keyboard takes at least; a browser's own bars are lower. */
const keyboardMinPx = 120

/** Whether a keyboard stands over the lower part of the screen: then only a part of what is laid out can be seen, and what sticks to its end may lie over what is typed into. */
export function useScreenKeyboard(): boolean {
  return useSyncExternalStore(listen, isUp)
}

function listen(tell: () => void): () => void {
  visualViewport?.addEventListener('resize', tell)
  return () => visualViewport?.removeEventListener('resize', tell)
}

function isUp(): boolean {
  return visualViewport !== null && innerHeight - visualViewport.height * visualViewport.scale > keyboardMinPx
}
