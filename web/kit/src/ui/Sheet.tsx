import { lazy, Suspense, useState } from 'react'
import type { SheetProps } from './SheetDrawer'

const LazySheet = lazy(() => import('./SheetDrawer').then((module) => ({ default: module.SheetDrawer })))

/** A sheet from below with a title and a way out. Its code comes when the first one opens. */
export function Sheet(props: SheetProps) {
  const [wasOpened, setWasOpened] = useState(props.open)
  if (props.open && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense fallback={null}>
      <LazySheet {...props} />
    </Suspense>
  )
}
