import { Suspense, useEffect, useState } from 'react'
import { late } from '@core/frame/late'
import { asksForPalette } from './decidePalette'

const PaletteSheet = late(() => import('./PaletteSheet').then((module) => module.PaletteSheet), ['help-palette'])

/** Listens for the keys that open the way to every screen. Shows nothing until then. */
export function Palette() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // A sheet that is open, such as one that is being paid in, keeps the place.
      if (document.querySelector('[role=dialog]')) return
      const isWriting = document.activeElement?.matches('input, textarea, select') === true
      if (!asksForPalette(event, isWriting)) return
      event.preventDefault()
      setIsOpen(true)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return <Suspense fallback={null}>{isOpen && <PaletteSheet onClose={() => setIsOpen(false)} />}</Suspense>
}
