import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: string
  /** What to do about it. */
  hint?: string
  art?: ReactNode
  action?: ReactNode
}

/** Nothing here yet, and how to change that. */
export function EmptyState({ title, hint, art, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center px-4 py-10 text-center">
      {art && <div className="mb-4 h-28 w-32 opacity-80">{art}</div>}
      <p className="text-16 font-semibold">{title}</p>
      {hint && <p className="mt-1 text-15 text-balance text-muted">{hint}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}
