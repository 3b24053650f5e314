import { lazy, Suspense, useState, type ReactNode } from 'react'

export interface SheetProps {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Actions that stay at the bottom while the content scrolls. */
  footer?: ReactNode
}

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
