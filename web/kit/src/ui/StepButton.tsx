import { Icon } from './Icon'

interface StepButtonProps {
  icon: 'back' | 'forward'
  label: string
  isOff: boolean
  onPress: () => void
}

/** The way to what stands before or after what is shown. */
export function StepButton({ icon, label, isOff, onPress }: StepButtonProps) {
  return (
    <button
      type="button"
      className="press inline-flex size-11 shrink-0 items-center justify-center rounded-field border border-line off:opacity-40"
      aria-label={label}
      disabled={isOff}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  )
}
