import { Suspense, useState } from 'react'
import { lazyAnew } from './lazyAnew'
import type { SheetProps } from './SheetDrawer'

const drawer = lazyAnew<SheetProps>(() => import('./SheetDrawer').then((module) => module.SheetDrawer))

/** A sheet from below with a title and a way out. Its code comes when the first one opens. */
export function Sheet(props: SheetProps) {
  const [wasOpened, setWasOpened] = useState(props.open)
  if (props.open && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  const Drawer = drawer.component
  return (
    <Suspense fallback={null}>
      <Drawer {...props} />
    </Suspense>
  )
}
