import { useState } from 'react'
import { useLocation } from 'react-router'
import type { TabPath } from './paths'

/** The tab that was pressed, until its screen or another one is shown: the old screen stays while code is on the way. */
export function useAwaitedTab(): [TabPath | null, (path: TabPath) => void] {
  const { key, pathname } = useLocation()
  const [shownKey, setShownKey] = useState(key)
  const [pressed, setPressed] = useState<TabPath | null>(null)
  if (shownKey !== key) {
    setShownKey(key)
    setPressed(null)
  }
  return [pressed === pathname ? null : pressed, setPressed]
}
