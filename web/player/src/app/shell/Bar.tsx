import type { AriaRole, ReactNode } from 'react'

const frames = { plain: 'border-line bg-raised', brass: 'border-[var(--brass)] bg-raised', loss: 'border-loss bg-canvas' }

interface BarProps {
  /** `loss` for what stands still or is wrong, `brass` for what matters now, `plain` for the rest. */
  tone?: keyof typeof frames
  role?: AriaRole
  label?: string
  children: ReactNode
  /** What can be done about it. */
  act?: { name: string; onPress: () => void } | null
}

/** One sentence above every screen, with what can be done about it beside it. */
export function Bar({ tone = 'brass', role = 'status', label, children, act }: BarProps) {
  return (
    <aside
      role={role}
      aria-label={label}
      className={`relative z-10 mx-4 mt-3 flex min-h-11 items-center justify-between gap-3 rounded-card border px-3 text-15 ${frames[tone]}`}
    >
      <div className="min-w-0 flex-1 py-2.5 break-words">{children}</div>
      {act && (
        <button type="button" onClick={act.onPress} className="press min-h-11 shrink-0 px-2 font-semibold text-brass-ink">
          {act.name}
        </button>
      )}
    </aside>
  )
}
