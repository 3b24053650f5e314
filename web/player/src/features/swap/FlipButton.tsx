interface FlipButtonProps {
  label: string
  onFlip: () => void
  disabled: boolean
  /** Keeps further off the cards: the lower edge of the one above carries words or its quarters. */
  isClear: boolean
}

/** Exchanges what is paid with what is received; a hexagon between the two cards. */
export function FlipButton({ label, onFlip, disabled, isClear }: FlipButtonProps) {
  return (
    <div className={`relative z-10 flex justify-center ${isClear ? '-my-2' : '-my-4'}`}>
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={onFlip}
        disabled={disabled}
        className="press inline-flex size-13 items-center justify-center rounded-field"
      >
        <span aria-hidden className="hexagon inline-flex h-13 w-12 items-center justify-center bg-brass text-on-brass">
          <svg viewBox="0 0 24 24" width="22" height="22" fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round">
            <path d="M8 5v14M8 19l-3-3M16 19V5M16 5l3 3" />
          </svg>
        </span>
      </button>
    </div>
  )
}
