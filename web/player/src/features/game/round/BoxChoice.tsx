import { useId } from 'react'
import { Box } from '@kit/art/Box'
import { useText } from '@kit/i18n/text'
import { Option } from '@kit/ui/Option'

const boxes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const hues = ['var(--ame)', 'var(--azu)', 'var(--mal)']

/** One look for a box, the same in every round: it says nothing about what is inside. */
export function hueOf(box: number): string {
  return hues[(box - 1) % hues.length] ?? 'var(--ame)'
}

interface BoxChoiceProps {
  value: number | null
  onChange: (box: number) => void
  isFixed: boolean
  /** The choice was made: the player takes part with it. */
  isMade: boolean
}

/** The ten boxes, of which one is chosen: a radio group. */
export function BoxChoice({ value, onChange, isFixed, isMade }: BoxChoiceProps) {
  const t = useText('game')
  const name = useId()
  return (
    <fieldset disabled={isFixed} className="min-w-0">
      <legend className="mb-2 text-15 font-semibold">{t(isMade ? 'joined.title' : 'choose')}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(max(3.1rem,(100%_-_32px)/5),1fr))] gap-2">
        {boxes.map((box) => (
          <Option
            key={box}
            look="flex flex-col items-center rounded-field border border-line bg-sunk px-1 pt-2 pb-1 transition-colors has-checked:border-brass-ink has-checked:bg-raised has-checked:shadow-[inset_0_0_0_1px_var(--brass-ink)] has-disabled:opacity-60 has-checked:has-disabled:opacity-100"
            name={name}
            value={box}
            checked={box === value}
            onChange={() => onChange(box)}
            aria-label={t('box', { box })}
          >
            <span aria-hidden className="pointer-events-none h-11 w-full max-w-14 [&_.seam]:animate-none">
              <Box hue={hueOf(box)} />
            </span>
            <span aria-hidden className="fig pointer-events-none text-15 font-medium">
              {box}
            </span>
          </Option>
        ))}
      </div>
    </fieldset>
  )
}
