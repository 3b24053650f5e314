import type { BalanceClass } from './decideAssets'

// Minerals tell the classes apart; the words beside the bar say which is which.
export const classHue: Record<BalanceClass, string> = { available: 'var(--mal)', frozen: 'var(--azu)', locked: 'var(--top)', escrow: 'var(--ame)' }

/** How a balance is spread over its classes, as an engraved bar. */
export function ClassBar({ parts }: { parts: readonly { name: BalanceClass; share: number }[] }) {
  const shown = parts.filter(({ share }) => share > 0)
  return (
    <div aria-hidden className="flex h-1.5 gap-0.5 overflow-hidden rounded-full bg-sunk">
      {shown.map(({ name, share }) => (
        <span key={name} className="min-w-1 rounded-full" style={{ flexGrow: Math.max(share, 0.01), background: classHue[name] }} />
      ))}
    </div>
  )
}
