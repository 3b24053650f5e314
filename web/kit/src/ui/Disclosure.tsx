import type { ReactNode } from 'react'
import { Icon } from './Icon'

/** More for those who want it: closed at first, opened by a press or a key. */
export function Disclosure({ title, onOpen, children }: { title: ReactNode; onOpen?: () => void; children: ReactNode }) {
  return (
    <details className="group rounded-card border border-line" onToggle={(event) => event.currentTarget.open && onOpen?.()}>
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 rounded-card px-4 py-2 text-15 font-medium [&::-webkit-details-marker]:hidden">
        <span className="min-w-0">{title}</span>
        <Icon name="forward" size={18} look="text-muted transition-transform duration-200 group-open:rotate-90" />
      </summary>
      <div className="border-t border-line px-4 py-3">{children}</div>
    </details>
  )
}
