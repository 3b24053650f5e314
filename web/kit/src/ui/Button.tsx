import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Spinner } from './Spinner'

/** `main` is for the one main action of a screen. */
export type ButtonKind = 'main' | 'plain' | 'quiet' | 'danger'

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  ref?: Ref<HTMLButtonElement> | undefined
  kind?: ButtonKind
  size?: 'normal' | 'small'
  wide?: boolean
  /** The action runs: the button keeps its size and the focus, and cannot be pressed. */
  busy?: boolean
  children: ReactNode
}

const kinds: Record<ButtonKind, string> = {
  main: 'bg-brass text-on-brass off:bg-line off:text-muted',
  plain: 'border border-[var(--brass)] text-brass-ink off:border-line off:text-muted',
  quiet: 'bg-sunk text-ink border border-edge off:border-line off:bg-transparent off:text-muted',
  danger: 'border border-loss text-loss off:border-line off:text-muted',
}

/** The look of a button, for links that look like one too. */
export function buttonClass({ kind, size = 'normal', wide }: Pick<ButtonProps, 'size' | 'wide'> & { kind: ButtonKind }): string {
  const measure = size === 'small' ? 'min-h-11 px-4 text-15 leading-snug' : 'min-h-13 px-5 text-16 leading-snug'
  return `press inline-flex items-center justify-center gap-2 rounded-field text-center font-semibold ${measure} ${kinds[kind]} ${wide ? 'w-full' : ''}`
}

/** A button. Its words say what happens next. */
export function Button({ kind = 'plain', size, wide, busy, disabled, onClick, children, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      // A button that is disabled loses the focus, and the keyboard its place.
      disabled={disabled && !busy}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={buttonClass({ kind, size, wide })}
    >
      {busy && <Spinner size={18} />}
      {children}
    </button>
  )
}
